// Package page renders the pages that people meet while they sign in and decide
// what a client may do: sign-in, consent, connected apps, and what went wrong.
//
// They are plain HTML with one style sheet in them and need no script. Their
// words are in messages/, one file a language; a further language is a further
// file with the same keys.
package page
