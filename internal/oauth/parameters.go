package oauth

import (
	"net/url"
	"slices"
	"strings"
)

const (
	maxParameters = 64
	maxParameter  = 4 << 10 // bytes of one value
)

// parameters are those of a request, of which each occurs once. One without a
// value counts as left out (RFC 6749 section 3.1).
type parameters map[string]string

// read bounds the parameters of a request and refuses those that are repeated
// (RFC 6749 section 3.1). Several resources are invalid_target, since a token
// is for one (RFC 8707 section 2).
func read(values url.Values) (parameters, *Error) {
	if len(values) > maxParameters {
		return nil, refuse(InvalidRequest, "There are too many parameters.")
	}
	read := make(parameters, len(values))
	for name, each := range values {
		switch {
		case len(each) > 1 && name == "resource":
			return nil, refuse(InvalidTarget, "A token is for one resource.")
		case len(each) > 1:
			return nil, refuse(InvalidRequest, "A parameter is repeated.")
		case len(each) == 1 && len(each[0]) > maxParameter:
			return nil, refuse(InvalidRequest, "A parameter is too long.")
		case len(each) == 1 && each[0] != "":
			read[name] = each[0]
		}
	}
	return read, nil
}

// missing names the first of the parameters that the request lacks, or "".
func (p parameters) missing(names ...string) string {
	i := slices.IndexFunc(names, func(name string) bool { return p[name] == "" })
	if i < 0 {
		return ""
	}
	return names[i]
}

// need is the refusal of a request that lacks one of the parameters.
func (p parameters) need(names ...string) *Error {
	if name := p.missing(names...); name != "" {
		return refuse(InvalidRequest, name+" is missing.")
	}
	return nil
}

// fields takes a list of words apart, once each, in their order.
func fields(list string) []string {
	var words []string
	for _, word := range strings.Fields(list) {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// covers reports whether all wanted words are among those that are had.
func covers(had, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(word string) bool { return !slices.Contains(had, word) })
}
