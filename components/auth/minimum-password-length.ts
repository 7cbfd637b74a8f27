/** What the forms ask for; the server decides. */
export const minimumPasswordLength = 10;
