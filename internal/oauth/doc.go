// Package oauth is the site's OAuth provider without its routes: clients,
// authorization and consent, tokens and their rotation, DPoP, discovery
// documents, and the check of an access token. It implements OAuth 2.1 as far
// as RFC 6749, 7009, 7591, 7636, 8414, 8707, 9068, 9207, 9449 and 9728 say it,
// and client metadata documents.
//
// Requests come in as values that were parsed and not yet judged; answers are
// values and locations to send somebody to. Cookies, CSRF, CORS, rate limits
// and pages are the surface's. Whatever goes wrong is an error that AsError
// makes an *Error of, in the words of RFC 6749 section 5.2.
//
// A client is public: it has no secret, and is known by where it is redirected
// to. What a user lets it do is a grant, which hangs on the session in which it
// was given: a grant lives while nobody has ended it, its user exists, and its
// session has not ended. With offline access the session may have expired.
// Access tokens are JWTs that live for ten minutes; whether their grant lives is
// read each time.
//
// Store is the port to the database. Nothing in a Store's functions calls out,
// so that a transaction is short.
package oauth
