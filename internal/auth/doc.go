// Package auth knows who somebody is: users and the identities that they bring
// from elsewhere, the ways of signing in and the sessions that come of them,
// staff and their invitations, keys for machines, and how often any of it may
// be tried. It speaks no HTTP and knows no database.
//
// # Who is who
//
// An identity at a provider, its provider and subject, is the same user for
// good. A user has at most one verified e-mail address and no two users have
// the same one. Whoever proves an address, by a code, by a link or through a
// provider that vouches for it, is the user who has it.
//
// An address that nobody has verified is a claim: it is kept to be shown,
// counts for nothing, and may be made by several users. So an account that
// somebody opened in another's name is neither given to nor taken over by the
// one whose address it is.
//
// # Secrets
//
// A secret is shown once. What is stored of it is a hash when it is random, a
// MAC when it is short, and sealed when it must be read again.
//
// # Silence
//
// Whether an address is known cannot be learned from an answer, nor from the
// work behind it: a code or a link is made for any address, and whatever code
// is tried costs one transaction that writes.
package auth
