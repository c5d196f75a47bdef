// Package staticsite writes the public pages of a site as files, for hosts that serve a
// folder and run nothing.
//
// It asks the site's own handler for each address, as an anonymous reader does, so a
// file holds what the server answers. What pages link to is asked for, too: files of the
// public folder, media and their renditions. Answers that are no file by nature get one:
// a page without an extension is <path>/index.html, a redirect is a page that leads on,
// and the pages of a list behind the first, which the server has at ?cursor=, are at
// <path>/page/<n> (decision 255).
package staticsite
