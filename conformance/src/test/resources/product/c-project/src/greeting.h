#ifndef GREETING_H
#define GREETING_H

/* Returns a text that names the word; the caller frees it. */
char *greeting(const char *word);

#endif
