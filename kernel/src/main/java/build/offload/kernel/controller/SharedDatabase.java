package build.offload.kernel.controller;

import build.offload.kernel.store.PostgresServer;
import java.util.Optional;

/**
 * The PostgreSQL database that keeps the state, in the place of a file in the state folder; several controllers may use it.
 *
 * @param driver where PostgreSQL's driver is found
 * @param url such as {@code jdbc:postgresql://host/database}
 * @param password in no message, log or event
 */
public record SharedDatabase(ClassLoader driver, String url, Optional<String> user, Optional<String> password) {

    PostgresServer server() {
        return PostgresServer.through(driver, url, user, password);
    }

    /** Return the place; who enters it and how is not shown. */
    @Override
    public String toString() {
        return PostgresServer.place(url);
    }
}
