package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	letters "github.com/go-jose/go-jose/v4/json" // reads names to the letter
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/httpx"
)

const versionHeader = "MCP-Protocol-Version"

// errorStatusVersion is the first of which the status of an answer tells its error.
const errorStatusVersion = "2026-07-28"

// methods are the requests that are answered and the notifications that are
// heard. What the SDK does not know it refuses in a text that no client reads.
var methods = map[string]method{
	"initialize": {request, true}, "server/discover": {request, false}, "ping": {request, false}, "subscriptions/listen": {request, true},
	"tools/list": {request, false}, "tools/call": {request, true}, "prompts/list": {request, false}, "prompts/get": {request, true},
	"resources/list": {request, false}, "resources/templates/list": {request, false}, "resources/read": {request, true},
	"notifications/initialized": {notification, false}, "notifications/cancelled": {notification, false},
	"notifications/progress": {notification, true}, "notifications/roots/list_changed": {notification, false},
}

// method is how a message of it must look.
type method struct {
	kind   kind
	params bool // needs params
}

// kind is what a message is. It is answered when it is a request.
type kind int

const (
	unknownMessage kind = iota // a notification that nobody knows, which is passed over
	request                    // has an id
	notification               // has none
	response                   // of a client, to a request that was never sent
)

// rpcError is why a message is refused before the protocol sees it (JSON-RPC 2.0
// section 5.1).
type rpcError struct {
	Code    int     `json:"code"`
	Message string  `json:"message"`
	Data    rawJSON `json:"data,omitempty"`
}

// rpcErrorResponse is the answer with an error. The id is null where none can be told.
type rpcErrorResponse struct {
	Version string    `json:"jsonrpc"`
	ID      rawJSON   `json:"id"`
	Error   *rpcError `json:"error"`
}

func errorResponse(id rawJSON, f *rpcError) rpcErrorResponse {
	if id == nil {
		id = rawJSON("null")
	}
	return rpcErrorResponse{"2.0", id, f}
}

// admit gives the body as the protocol is to see it, or answers it: what is no
// JSON, no message or of no method that there is.
func (s *Surface) admit(w http.ResponseWriter, r *http.Request, body []byte) (admitted []byte, ok bool) {
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) {
		return s.admitBatch(w, r, body)
	}
	id, what, f := classify(body)
	switch {
	case f != nil:
		answer(w, f.status(r), errorResponse(id, f))
		return nil, false
	case what == unknownMessage:
		w.WriteHeader(http.StatusAccepted)
		return nil, false
	}
	return body, true
}

// message is what JSON-RPC reads of one. A letter of another case makes another
// name, and none comes twice, so that the SDK cannot read another message.
type message struct {
	Version string             `json:"jsonrpc"`
	ID      letters.RawMessage `json:"id"`
	Method  *string            `json:"method"`
	Params  shape              `json:"params"`
	Result  present            `json:"result"`
	Error   present            `json:"error"`
}

// present reports whether there is a value beside null, of any length.
type present bool

// UnmarshalJSON looks whether there is a value.
func (p *present) UnmarshalJSON(text []byte) error {
	*p = string(text) != "null"
	return nil
}

// shape reports whether there is a value beside null, and whether it is an object.
type shape struct{ present, isObject bool }

// UnmarshalJSON looks at the first letter.
func (s *shape) UnmarshalJSON(text []byte) error {
	*s = shape{present: string(text) != "null", isObject: text[0] == '{'}
	return nil
}

// classify says what a message is, as far as JSON-RPC goes, and what is wrong with
// it. The id is that of an answer, nil where it has none or cannot be told.
func classify(text []byte) (id rawJSON, what kind, f *rpcError) {
	var m message
	err := letters.Unmarshal(text, &m)
	if isID(m.ID) {
		id = rawJSON(m.ID)
	}
	switch {
	case err != nil:
		return id, unknownMessage, parseError(err)
	case m.ID != nil && id == nil:
		return nil, unknownMessage, invalidRequest("The id of a request is a string, or a whole number between -(2^53-1) and 2^53-1.")
	case m.Version != "2.0":
		return id, unknownMessage, invalidRequest("The message is not JSON-RPC 2.0.")
	case m.Method != nil:
		known := methods[*m.Method]
		if f := known.check(*m.Method, id, m.Params); f != nil || *m.Method != "initialize" {
			return id, known.kind, f
		}
		return id, known.kind, checkInitialize(text)
	case id != nil && bool(m.Result || m.Error):
		return id, response, nil
	}
	return id, unknownMessage, invalidRequest("The message is neither a request nor a response.")
}

func (m method) check(name string, id rawJSON, params shape) *rpcError {
	switch {
	case m.kind == unknownMessage && id != nil:
		return &rpcError{Code: jsonrpc.CodeMethodNotFound, Message: "This server has no method " + shortened(name) + "."}
	case m.kind == request && id == nil:
		return invalidRequest("The request has no id.")
	case m.kind == notification && id != nil:
		return invalidRequest("A notification has no id.")
	case m.kind == unknownMessage || params.isObject || !m.params && !params.present:
		return nil
	case m.kind == notification:
		return invalidRequest("The params of the notification are not an object.")
	case params.present:
		return &rpcError{Code: jsonrpc.CodeInvalidParams, Message: "The params of " + name + " are not an object."}
	}
	return &rpcError{Code: jsonrpc.CodeInvalidParams, Message: name + " needs params."}
}

// checkInitialize reads the params as the SDK does, which answers those that it
// cannot read with an error of no code.
func checkInitialize(text []byte) *rpcError {
	if json.Unmarshal(text, &struct{ Params sdk.InitializeParams }{}) == nil {
		return nil
	}
	return &rpcError{Code: jsonrpc.CodeInvalidParams, Message: "The params of initialize are protocolVersion, capabilities and clientInfo."}
}

func invalidRequest(message string) *rpcError {
	return &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: message}
}

// parseError is the error of what is no JSON, or of what is JSON and no message.
func parseError(err error) *rpcError {
	if syntax := (*letters.SyntaxError)(nil); errors.As(err, &syntax) {
		return &rpcError{Code: jsonrpc.CodeParseError, Message: "The body is not JSON."}
	}
	return invalidRequest("A message is a JSON object with jsonrpc, id, method and params, once each.")
}

// status is that of an answer with the error alone. What is wrong with a method
// or its params is an ordinary answer up to 2025-11-25, whose clients take another
// status for a failure of the connection.
func (f *rpcError) status(r *http.Request) int {
	switch tells := r.Header.Get(versionHeader) >= errorStatusVersion; {
	case f.Code == jsonrpc.CodeMethodNotFound && tells:
		return http.StatusNotFound
	case (f.Code == jsonrpc.CodeMethodNotFound || f.Code == jsonrpc.CodeInvalidParams) && !tells:
		return http.StatusOK
	}
	return http.StatusBadRequest
}

func answer(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		status = http.StatusInternalServerError // texts and numbers: never
	}
	httpx.WriteJSON(w, status, text)
}

// maxID is the greatest number that comes back as it was sent, from 0 up and
// down: the SDK keeps ids as floats.
const maxID = 1<<53 - 1

// isID reports whether raw may be an id: a string or a whole number.
func isID(raw []byte) bool {
	if len(raw) > 0 && raw[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	return err == nil && -maxID <= n && n <= maxID
}

// shortened is what somebody sent, short enough to be said again.
func shortened(text string) string {
	if len(text) <= 100 {
		return text
	}
	return strings.ToValidUTF8(text[:100], "") + "…"
}
