// Package identity is the HTTP surface of sign-in and of the OAuth provider:
// the routes under /api/auth, /oauth and /.well-known/oauth*, their cookies,
// their protection against forged requests, their rate limits and their pages.
// It also tells the other surfaces who calls.
//
// The rules are in auth, auth/external and oauth. Nothing here knows how a
// session is kept or a token is signed.
package identity
