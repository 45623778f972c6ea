#include "greeting.h"

#include <stdio.h>
#include <stdlib.h>

char *greeting(const char *word)
{
    int length = snprintf(NULL, 0, "Hello, %s.", word);
    char *text = malloc((size_t)length + 1);
    if (text != NULL)
        snprintf(text, (size_t)length + 1, "Hello, %s.", word);
    return text;
}
