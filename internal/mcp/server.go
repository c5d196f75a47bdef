package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/site"
)

// protocolVersions are what both surfaces speak.
var protocolVersions = []string{"2026-07-28", lastObjectVersion, "2025-06-18", "2025-03-26"}

// server is one surface with all of its tools, made once for every caller:
// registering fifty tools takes milliseconds. What a caller sees of them is
// decided at each list and each call (decision 63).
type server struct {
	service   *content.Service
	media     *media.Service // nil where the site takes no uploads
	origin    string         // PUBLIC_ORIGIN
	log       *slog.Logger
	resources *resourceIndex // nil without resources
	tools     map[string]*toolset.Tool
	scopes    []string // scopes that some tool asks for, and people can give
	sdk       *sdk.Server
}

func (s *Surface) newServer(config *site.Config, tools []*toolset.Tool, instructions string, l *resourceIndex) *server {
	v := &server{service: s.opts.Service, media: s.opts.Media, origin: s.opts.Origin, log: s.opts.Log, tools: make(map[string]*toolset.Tool, len(tools)), scopes: s.scopes}
	if l != nil && !l.isEmpty() {
		v.resources = l
	}
	v.sdk = sdk.NewServer(s.implementation(config), &sdk.ServerOptions{
		Instructions: instructions, Capabilities: capabilities(), SupportedProtocolVersions: protocolVersions,
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { *c = forCaller },
	})
	v.sdk.AddReceivingMiddleware(v.receive)
	for _, t := range tools {
		v.tools[t.Name] = t
		v.sdk.AddTool(described(t.In(config.Locales)), func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return v.call(ctx, t, r), nil
		})
	}
	if v.resources != nil {
		v.sdk.AddResourceTemplate(entryTemplate, v.readResource)
	}
	return v
}

// forCaller marks an answer as one caller's, stale at once: the protocol's
// default is that anybody may keep it.
var forCaller = sdk.Cacheable{CacheScope: "private"}

// implementation is serverInfo.
func (s *Surface) implementation(config *site.Config) *sdk.Implementation {
	version := s.opts.Version
	if version == "" {
		version = "0"
	}
	impl := &sdk.Implementation{
		Name: "quartet", Title: config.Brand, Description: config.Description, Version: version, WebsiteURL: s.opts.Origin,
	}
	for _, icon := range config.Icons {
		source := icon.Src
		if strings.HasPrefix(source, "/") {
			source = s.opts.Origin + source // clients know no base
		}
		impl.Icons = append(impl.Icons, sdk.Icon{Source: source, MIMEType: icon.MimeType, Sizes: icon.Sizes, Theme: sdk.IconTheme(icon.Theme)})
	}
	return impl
}

// described is a tool in the words of the protocol. Its schemas are encoded
// once.
func described(t *toolset.Tool) *sdk.Tool {
	tool := &sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: encoded(t.Input),
		Annotations: &sdk.ToolAnnotations{
			Title: t.Title, ReadOnlyHint: t.Hints.ReadOnly, IdempotentHint: t.Hints.Idempotent,
			DestructiveHint: &t.Hints.Destructive, OpenWorldHint: &t.Hints.OpenWorld,
		},
	}
	if t.Output != nil {
		tool.OutputSchema = encoded(t.Output)
	}
	return tool
}

// receive goes around every method of the protocol.
func (v *server) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if cause := recover(); cause != nil {
				result, err = v.internalError(ctx, method, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
			}
		}()
		switch {
		case method == "resources/list" && v.resources != nil:
			return v.listResources(ctx, r)
		case method == "tools/list":
			result, err = next(ctx, method, r)
			return v.visible(ctx, result), err
		}
		return next(ctx, method, r)
	}
}

// capabilities are the same on every surface, and so are those lists that are
// empty: clients, and the protocol's own conformance suite, ask for all three.
// None of them tells of changes, since no connection outlives its answer.
func capabilities() *sdk.ServerCapabilities {
	return &sdk.ServerCapabilities{
		Tools: &sdk.ToolCapabilities{}, Resources: &sdk.ResourceCapabilities{}, Prompts: &sdk.PromptCapabilities{},
	}
}

// internalError is what becomes of a panic, or of a failure where the protocol has no
// place for a diagnostic: INTERNAL_ERROR with the request's id.
func (v *server) internalError(ctx context.Context, method string, err error) (sdk.Result, error) {
	if method == "tools/call" {
		return v.failure(ctx, diag.Internal(err)), nil
	}
	return nil, v.protocolError(ctx, err)
}

// protocolError is an error of JSON-RPC that carries the failure as its data.
func (v *server) protocolError(ctx context.Context, err error) error {
	var known *jsonrpc.Error
	if errors.As(err, &known) {
		return known
	}
	body, status := httpx.Failure(ctx, v.log, toolRequestOf(ctx).requestID, err)
	code := int64(jsonrpc.CodeInternalError)
	if status < 500 {
		code = jsonrpc.CodeInvalidParams
	}
	return &jsonrpc.Error{Code: code, Message: diag.As(err).Message, Data: body}
}

func encoded(schema map[string]any) rawJSON { return jsonvalue.Append(nil, schema) }
