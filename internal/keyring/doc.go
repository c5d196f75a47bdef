// Package keyring derives the keys that the service needs from the operator's
// one secret, AUTH_SECRET: one key for each purpose, so that what was sealed or
// signed for one purpose is worthless for another.
//
// The secret can rotate: what was made under the previous one can still be
// opened and verified, and everything new is made under the current one.
package keyring
