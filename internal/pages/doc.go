// Package pages serves the public pages of a site: HTML, Markdown mirrors,
// llms.txt, feeds, the sitemap, robots.txt and the favicon (contract, Public page
// routes; pages.md).
//
// It reads through package content, as every other surface does, and keeps whole
// answers in memory until something that they were made from changes. What a
// page looks like is its template's business (packages templates and theme).
package pages
