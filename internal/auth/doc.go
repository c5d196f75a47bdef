// Package auth knows users: the identities that they bring from elsewhere, the
// ways of signing in and the sessions that follow, staff and their invitations,
// keys for machines, and how often each of these may be tried. It knows neither
// HTTP nor a database.
//
// # Users and addresses
//
// An identity, which is a provider and a subject there, always belongs to the
// same user. A user has at most one verified email address, and no two users
// have the same one. A person who proves an address by a code, by a link or
// through a provider that vouches for it is the user who has it.
//
// An address that nobody has verified counts for nothing and is not kept
// (decisions 49 and 111). So nobody can take over an account by naming its
// address, and nobody loses theirs to an account that was opened in their name.
//
// # Secrets
//
// A secret is shown once. The service stores a hash of a random secret, a MAC
// of a short one, and a sealed copy of one that must be read again.
//
// # No account can be found by guessing
//
// Neither an answer nor the work behind it reports whether an address is known: a
// code or a link is made for any address, and every try at a code costs one
// transaction that writes.
package auth
