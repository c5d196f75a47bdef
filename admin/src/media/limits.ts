/** The longest alt text and caption that fit a form, in characters; the service decides. */
export const longestAlt = 1000;
export const longestCaption = 5000;
