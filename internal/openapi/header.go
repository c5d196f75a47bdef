package openapi

import "maps"

// Headers of answers, by their names.
const (
	requestID    = "X-Request-Id"
	cacheControl = "Cache-Control"
	etag         = "ETag"
	authenticate = "WWW-Authenticate"
	retryAfter   = "Retry-After"
)

var headers = object{
	requestID:    header("The id of the request, which the service's log has too. A caller may choose it by sending the header.", "string"),
	cacheControl: header("`private, no-store`, or for how long shared caches may keep the answer.", "string"),
	etag:         header("Changes with the body. Send it back as `If-None-Match` to be told when there is nothing new.", "string"),
	authenticate: header("The credential that is asked for.", "string"),
	retryAfter:   header("In how many seconds the request may be repeated.", "integer"),
}

func header(description, of string) object {
	return object{"description": description, "required": true, "schema": object{"type": of}}
}

// optionalHeader is a header that not every answer has.
func optionalHeader(name string) object {
	optional := maps.Clone(headers[name].(object))
	delete(optional, "required")
	return optional
}

// headersOf refers to headers.
func headersOf(names ...string) object {
	all := object{}
	for _, name := range names {
		all[name] = object{"$ref": "#/components/headers/" + name}
	}
	return all
}
