// Package keyring turns the one secret that an operator keeps, AUTH_SECRET,
// into the keys that the service needs: a key of its own for each purpose, so
// that what was sealed or signed for one is worthless for another.
//
// The secret rotates: what was made under the previous one is still opened and
// still verified, and everything new is made under the current one.
package keyring
