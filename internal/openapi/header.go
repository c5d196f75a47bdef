package openapi

import "maps"

// Headers of answers, by their names.
const (
	requestID    = "X-Request-Id"
	fingerprint  = "X-Service-Fingerprint"
	cacheControl = "Cache-Control"
	etag         = "ETag"
	authenticate = "WWW-Authenticate"
	dpopNonce    = "DPoP-Nonce"
	retryAfter   = "Retry-After"
)

// headers are those that an answer has wherever it refers to them, but for the
// fingerprint: an answer to what is no HTTP request lacks it.
var headers = object{
	requestID:    header("The id of the request, which the service's log has too. A caller may choose it by sending the header."),
	fingerprint:  optional(header("The manifests that the answer follows. A client that was generated from others has another fingerprint.")),
	cacheControl: header("`private, no-store`, or for how long shared caches may keep the answer."),
	etag:         header("Changes with the body. Send it back as `If-None-Match` to be told when there is nothing new."),
	authenticate: header("The credential that is asked for."),
	retryAfter: object{
		"description": "In how many seconds the request may be repeated.", "required": true, "schema": object{"type": "integer"},
	},
}

// What only some answers of a status have.
var (
	challengeOfToken = optional(header("How to get a token that is not refused."))
	nonceOfProof     = optional(header("What the next DPoP proof must carry."))
)

func header(description string) object {
	return object{"description": description, "required": true, "schema": object{"type": "string"}}
}

func optional(header any) object {
	out := maps.Clone(header.(object))
	delete(out, "required")
	return out
}

// headersOf refers to headers, those of every answer among them.
func headersOf(names ...string) object {
	all := object{}
	for _, name := range append(names, requestID, fingerprint, cacheControl) {
		all[name] = object{"$ref": "#/components/headers/" + name}
	}
	return all
}
