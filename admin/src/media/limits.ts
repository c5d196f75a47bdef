/** The longest alt text and caption that the service takes, in characters. */
export const longestAlt = 2000;
export const longestCaption = 5000;
