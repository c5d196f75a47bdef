// Package wordpress reads the export of a WordPress site (WXR, "WordPress eXtended
// RSS", 1.0 to 1.2) as records for a mapping: authors, categories and tags, then
// posts and pages with their dates, terms and featured images.
//
// The file is read twice, a record at a time: first for the pictures, which may stand
// behind the posts that name them. It is XML from outside: a document type, and with
// it every entity, is refused, and records are bounded. Comments are left out; so is
// what no reader of the public site could see: a post with a password, and one that
// is private, comes as a draft.
package wordpress
