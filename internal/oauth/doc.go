// Package oauth is the site's OAuth provider without its routes: clients,
// authorization and consent, tokens and their rotation, DPoP, discovery
// documents, and the check of an access token. It implements the parts of OAuth
// 2.1 that RFC 6749, 7009, 7591, 7636, 8414, 8707, 9068, 9207, 9449 and 9728
// define, and client metadata documents.
//
// Requests come in as parsed values that nobody has checked yet; answers are
// values and addresses to redirect to. The surface handles cookies, CSRF, CORS,
// rate limits and pages. AsError turns every failure into an *Error, in the
// terms of RFC 6749 section 5.2.
//
// A client is public: it has no secret, and its redirect URIs identify it. What
// a user lets a client do is a grant, which belongs to the session in which it
// was given: a grant lives while nobody has ended it, its user exists, and its
// session has not ended. With offline access the session may have expired.
// Access tokens are JWTs that live for ten minutes; each check reads whether
// their grant still lives.
//
// Store is the port to the database. The functions passed to a Store call
// nothing outside, so transactions are short.
package oauth
