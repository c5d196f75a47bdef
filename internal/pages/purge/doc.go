// Package purge tells a CDN to drop its copies of the public pages, by the one
// tag that all of them carry: the site's cacheScope.
//
// Writes that show on the pages store an event in the outbox, and the queue of
// deferred hooks brings it here, again and again while the CDN fails. Each
// adapter is one POST; the answer is bounded, its time limited, and a redirect
// is a failure.
package purge
