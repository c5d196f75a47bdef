package language

import "github.com/quartet-dev/quartet/internal/manifest"

// trigger is the spec of a Trigger.
func (n *names) trigger() shape {
	return mapping(
		need("source", n.source(), "What calls the Procedure: an HTTP route, an MCP tool, or hooks on writes of entries."),
		need("target", mapping(
			need("procedure", text().offers(n.procedures), "The name of the Procedure that is called."),
		), "What is called."),
	)
}

func sourceWords() map[manifest.SourceKind]string {
	return map[manifest.SourceKind]string{
		manifest.SourceHTTP:      "A route under /api/.",
		manifest.SourceMCP:       "A tool for agents.",
		manifest.SourceLifecycle: "Hooks on the writes of a Schema's entries.",
	}
}

func (n *names) source() shape {
	kind := need("kind", choice(manifest.SourceKinds(), sourceWords()), "What calls the Procedure: http, mcp or lifecycle.")
	forms := map[manifest.SourceKind]shape{
		manifest.SourceHTTP: mapping(kind,
			need("method", shape{"type": "string", "enum": manifest.Methods()}, "The method of the route: POST, PUT, PATCH or DELETE."),
			need("path", path(), "The path of the route. It starts with /api/ and a literal segment that is not auth or views. A segment {name} binds the input property of that name."),
			key("headers", shape{"type": "object", "additionalProperties": headerName()}, "Input properties that headers of the request are, such as signature: X-Signature. Each is a string, and comes from nowhere else."),
			key("rawBody", text(), "The input property that gets the unchanged text of the body, of any type, so that you can check a signature. Without rawBody the body is JSON, and is the input."),
		),
		manifest.SourceMCP: mapping(kind,
			need("surface", choice(manifest.Surfaces(), map[manifest.Surface]string{
				manifest.Public: "A tool on /mcp, for any caller with a token.", manifest.Staff: "A tool on /mcp/staff, for staff.",
			}), "Where the tool is: public on /mcp, staff on /mcp/staff."),
		),
		manifest.SourceLifecycle: n.lifecycle(kind),
	}
	rules := []shape{}
	for _, each := range manifest.SourceKinds() {
		rules = append(rules, when(where("kind", only(each)), forms[each]))
	}
	return shape{"type": "object", "required": []string{"kind"}, "properties": shape{"kind": kind.shape}, "allOf": rules}
}

// segment is one segment of a path: percent-encoded text, or {name}.
const segment = `(?:(?:[^/?#\\% \t\r\n{}]|%[0-9A-Fa-f]{2})+|\{[^/?#\\ \t\r\n{}]+\})`

// path is that of an HTTP Trigger, as far as patterns tell.
func path() shape {
	return shape{"type": "string", "pattern": "^/api/" + segment + "(?:/" + segment + ")*/?$"}.
		ruled(refuse(anyOf(shape{"pattern": `^/api/(?:auth|views|\{[^/]*)(?:/|$)`}, shape{"pattern": `/(?:\.|%2[eE]){1,2}(?:/|$)`}), "The path names something after /api/, without dot segments, that is neither auth nor views nor a template.")).
		with("errorMessage", "The path starts with /api/ and a literal segment; it has no query, no white space, no dot segment and nothing under /api/auth or /api/views.")
}

// headerName is the name of a header that carries no credential.
func headerName() shape {
	return shape{"type": "string", "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"}.
		ruled(refuse(shape{"pattern": "^(?:[Aa][Uu][Tt][Hh][Oo][Rr][Ii][Zz][Aa][Tt][Ii][Oo][Nn]|[Cc][Oo][Oo][Kk][Ii][Ee]|[Pp][Rr][Oo][Xx][Yy]-[Aa][Uu][Tt][Hh][Oo][Rr][Ii][Zz][Aa][Tt][Ii][Oo][Nn]|[Xx]-[Aa][Pp][Ii]-[Kk][Ee][Yy])$"}, "A header with credentials enters no input; the service checks it."))
}

func hookWords() map[manifest.Hook]string {
	return map[manifest.Hook]string{
		manifest.BeforeCreate:  "Before an entry is created; may stop it.",
		manifest.AfterCreate:   "After an entry was created.",
		manifest.BeforeUpdate:  "Before an entry is changed, unpublished or archived; may stop it.",
		manifest.AfterUpdate:   "After an entry was changed, unpublished or archived.",
		manifest.BeforeDelete:  "Before an entry is removed; may stop it.",
		manifest.AfterDelete:   "After an entry was removed.",
		manifest.BeforePublish: "Before an entry is published; may stop it.",
		manifest.AfterPublish:  "After an entry was published.",
	}
}

func policyWords() map[string]string {
	return map[string]string{
		"abort":    "A failure stops the write. Only before_* hooks.",
		"continue": "A failure is logged, and the write goes on.",
	}
}

func (n *names) lifecycle(kind member) shape {
	hooks := choice(manifest.Hooks(), hookWords())
	after := []manifest.Hook{}
	for _, each := range manifest.Hooks() {
		if each.After() {
			after = append(after, each)
		}
	}
	return mapping(kind,
		need("schema", text().offers(n.schemas), "The Schema whose entries are watched."),
		need("on", distinct(hooks).with("minItems", 1), "The hooks, each once. before_* run inside the call, before the write; after_* run later, at least once. The list is not empty."),
		key("errorPolicy", choice(manifest.ErrorPolicies(), policyWords()), "What a failure does. Default: abort for before_*, continue for after_*. An after_* hook cannot abort."),
	).ruled(when(where("on", shape{"contains": shape{"enum": after}}),
		at(only("continue").with("errorMessage", "An after_* hook runs when the write is done; it cannot abort it."), "errorPolicy")))
}
