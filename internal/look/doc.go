// Package look is the one look of every page that is the service's own: sign-in
// and consent, messages, the page of the development server, what stands in the
// place of a page that is missing, and the Admin application. tokens.json has the
// colours of both schemes, the radii and the fonts; each surface makes its style
// sheet from it, the Admin application in admin/src/app/theme.ts and
// admin/look.ts. The fonts are under the SIL Open Font License, fonts/OFL.txt;
// Chinese is left to the fonts of the reader's system (decision 242).
package look
