/** What a file needs of another one that imports it: the class is here as soon as all files are loaded. */
export const late = { Chess: undefined };
