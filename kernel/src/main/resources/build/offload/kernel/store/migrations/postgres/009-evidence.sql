-- What the last look saw at each gate; of which machine, boot and key a finding holds; and who decided about a host's admission.
-- A finding without an identity is from an older program and holds until the next look.
ALTER TABLE host ADD COLUMN gates TEXT NOT NULL DEFAULT '[]';
ALTER TABLE capability ADD COLUMN machine_id TEXT;
ALTER TABLE capability ADD COLUMN boot_id TEXT;
ALTER TABLE capability ADD COLUMN host_key TEXT;
ALTER TABLE host_control ADD COLUMN decided_by TEXT;
