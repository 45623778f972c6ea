#include "greeting.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    char *text = greeting(count > 1 ? words[1] : "world");
    if (text == NULL)
        return 1;
    puts(text);
    free(text);
    return 0;
}
