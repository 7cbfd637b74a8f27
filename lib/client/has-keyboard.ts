/** Where a field that gets the focus does not bring up a keyboard over half of the page. */
export const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;
