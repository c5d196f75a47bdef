// Package principal says who may be behind a call: the staff roles in their
// order, the kinds of credentials, and what a scope may be called. It is the one
// declaration of each; every other package uses these (decision 133).
package principal
