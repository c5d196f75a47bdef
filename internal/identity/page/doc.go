// Package page renders the pages of sign-in and of the OAuth provider: sign-in,
// consent, connected apps, and errors.
//
// They are plain HTML with one style sheet and need no script. Their texts are
// in messages/, one file for each language; to add a language, add a file with
// the same keys.
package page
