package openapi

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// failures are the codes that a route can answer.
type failures struct {
	codes []diag.Code

	// kind tells routes apart that answer one status with other codes than usual.
	kind kind
}

type kind string

const (
	usual   kind = ""
	rows    kind = "Rows"    // a View whose rows are checked
	builtin kind = "Builtin" // a Procedure with a builtin handler
	handler kind = "Handler" // functions of the site have a part in the answer
)

// always are the codes of every route: of the connection, of a credential that
// is not valid or not for this, and of a service that cannot answer.
var always = []diag.Code{
	diag.InputValidationFailed, diag.Unauthenticated, diag.AuthDenied, diag.PayloadTooLarge,
	diag.InternalError, diag.ResourceUnavailable, diag.ResourceExhausted,
}

// usualCodes are the codes that a status stands for unless the kind of a route
// adds some.
var usualCodes = append([]diag.Code{diag.NotFound, diag.Conflict, diag.RateLimited}, always...)

func catalogFailures() failures { return failures{codes: always} }

// viewFailures: rows that are checked add a code, and a guard whatever it likes.
func viewFailures(v *plan.View) failures {
	f := failures{codes: slices.Clone(always)}
	if v.RowsDocument() != nil {
		f.kind = rows
		f.codes = append(f.codes, diag.OutputValidationFailed)
	}
	if v.Requires().Guard() != nil {
		return handlerFailures()
	}
	return f
}

// triggerFailures: any call that nobody signs can be refused as too frequent.
func triggerFailures(p *plan.Plan, procedure *plan.Procedure) failures {
	b := procedure.Builtin()
	if b == nil || procedure.Requires().Guard() != nil || runsHooks(p, b) {
		return handlerFailures()
	}
	f := failures{kind: builtin, codes: slices.Clone(always)}
	f.codes = append(f.codes, diag.RateLimited, diag.Conflict, diag.OutputValidationFailed, diag.HandlerBuiltinNotInV010)
	if b.Op != plan.OpCreate {
		f.codes = append(f.codes, diag.NotFound)
	}
	return f
}

// handlerFailures are all that a function may answer: any code of the catalogue,
// and any other as 500.
func handlerFailures() failures {
	f := failures{kind: handler}
	for _, m := range diag.Catalogue() {
		if m.Severity == diag.Error && slices.Contains(m.Phases, diag.Runtime) {
			f.codes = append(f.codes, m.Code)
		}
	}
	return f
}

// opHooks are the before-hooks that a builtin operation may run.
var opHooks = map[plan.BuiltinOp][]plan.Hook{
	plan.OpCreate:  {plan.BeforeCreate},
	plan.OpUpdate:  {plan.BeforeUpdate},
	plan.OpUpsert:  {plan.BeforeCreate, plan.BeforeUpdate},
	plan.OpDelete:  {plan.BeforeDelete},
	plan.OpArchive: {plan.BeforeUpdate},
}

func runsHooks(p *plan.Plan, b *plan.Builtin) bool {
	return slices.ContainsFunc(p.Triggers(), func(t *plan.Trigger) bool {
		return t.Kind() == plan.SourceLifecycle && t.Schema() == b.Schema && slices.ContainsFunc(t.Hooks(), func(h plan.Hook) bool {
			return slices.Contains(opHooks[b.Op], h) && t.Aborts(h)
		})
	})
}

// refuse adds the failures to the responses of an operation.
func (d *document) refuse(responses object, f failures) {
	byStatus := make(map[int][]diag.Code)
	for _, code := range f.codes {
		status := diag.StatusOf(code)
		byStatus[status] = append(byStatus[status], code)
	}
	for status, codes := range byStatus {
		slices.Sort(codes)
		responses[strconv.Itoa(status)] = object{"$ref": d.failure(status, f.kind, codes)}
	}
}

// failure is the response of a status with codes. Kinds that differ in nothing
// share it.
func (d *document) failure(status int, of kind, codes []diag.Code) string {
	extra := func(c diag.Code) bool { return !slices.Contains(usualCodes, c) }
	if !slices.ContainsFunc(codes, extra) && !(of == handler && status == http.StatusTooManyRequests) {
		of = usual // a function may answer 429 without Retry-After
	}
	name := string(of) + "Failure_" + strconv.Itoa(status)
	ref := "#/components/responses/" + name
	if d.responses[name] != nil {
		return ref
	}
	d.schemas[name] = failureSchema(codes, of == handler && status == http.StatusInternalServerError)
	d.responses[name] = object{
		"description": failureWords(status, of, codes),
		"headers":     failureHeaders(status, of),
		"content": object{"application/json": object{
			"schema":  object{"$ref": "#/components/schemas/" + name},
			"example": failureExample(codes[0]),
		}},
	}
	return ref
}

func failureHeaders(status int, of kind) object {
	all := headersOf()
	switch status {
	case http.StatusUnauthorized:
		all = headersOf(authenticate)
		all[dpopNonce] = nonceOfProof
	case http.StatusForbidden:
		all[authenticate], all[dpopNonce] = challengeOfToken, nonceOfProof
	case http.StatusServiceUnavailable:
		all = headersOf(retryAfter)
	case http.StatusTooManyRequests:
		all = headersOf(retryAfter)
		if of == handler {
			all[retryAfter] = optional(headers[retryAfter])
		}
	}
	return all
}

func failureWords(status int, of kind, codes []diag.Code) string {
	lines := []string{http.StatusText(status) + "."}
	for _, code := range codes {
		meaning, _ := diag.Lookup(code)
		lines = append(lines, "- `"+string(code)+"`: "+meaning.Text)
	}
	if of == handler && status == http.StatusInternalServerError {
		lines = append(lines, "- Any other code: a handler of the site gave it.")
	}
	return strings.Join(lines, "\n")
}

// failureSchema is `{ ok: false, diagnostic }`. Codes are open where functions
// may answer others.
func failureSchema(codes []diag.Code, open bool) object {
	code := object{"type": "string"}
	if !open {
		var enum []any
		for _, each := range codes {
			enum = append(enum, string(each))
		}
		code["enum"] = enum
	}
	diagnostic := maps.Clone(diagnosticProperties)
	diagnostic["code"] = code
	return object{
		"type": "object", "required": []any{"ok", "diagnostic"},
		"properties": object{
			"ok": object{"type": "boolean", "const": false},
			"diagnostic": object{
				"type": "object", "required": []any{"code", "phase", "severity", "path", "message"},
				"properties": diagnostic,
			},
		},
	}
}

var diagnosticProperties = object{
	"phase":      object{"type": "string", "enum": []any{string(diag.Validate), string(diag.Boot), string(diag.Runtime)}},
	"severity":   object{"type": "string", "enum": []any{string(diag.Error), string(diag.Warning)}},
	"path":       object{"type": "string", "description": "What the finding is about: `input#/<pointer>` for input and params, `data#/<pointer>` for entries."},
	"message":    object{"type": "string", "description": "One sentence for people. Programs look at the code."},
	"expected":   object{"description": "What would have been accepted, where that can be told."},
	"value":      object{"description": "The value that was refused."},
	"candidates": object{"type": "array", "items": object{"type": "string"}, "description": "Names that would have been accepted."},
	"suggestion": object{"type": "string", "description": "What to do about it."},
	"requestId":  object{"type": "string", "description": "Names the line of the service's log that has the detail of an `INTERNAL_ERROR`."},
}

func failureExample(code diag.Code) object {
	meaning, _ := diag.Lookup(code)
	return object{"ok": false, "diagnostic": object{
		"code": string(code), "phase": string(diag.Runtime), "severity": string(diag.Error), "path": "input#", "message": meaning.Text,
	}}
}
