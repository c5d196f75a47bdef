package traces_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	collect "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A collector takes spans as OTLP over HTTP and keeps them.
type collector struct {
	url string

	mu       sync.Mutex
	raw      []byte
	spans    []*otlp.Span
	resource map[string]string
}

// collects starts a collector and makes it the one that the environment names.
func collects(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { c.take(t, r) }))
	t.Cleanup(server.Close)
	c.url = server.URL
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.url)
	return c
}

func (c *collector) take(t *testing.T, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var sent collect.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &sent)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		t.Errorf("%s: %v", r.URL.Path, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = append(c.raw, body...)
	for _, from := range sent.ResourceSpans {
		c.resource = attributes(from.Resource.Attributes)
		for _, scope := range from.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
}

// named gives the one span of a name.
func (c *collector) named(t *testing.T, name string) *otlp.Span {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	var found []*otlp.Span
	for _, each := range c.spans {
		if each.Name == name {
			found = append(found, each)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d spans are named %s, want one, of\n%v", len(found), name, c.spans)
	}
	return found[0]
}

func attributes(list []*common.KeyValue) map[string]string {
	read := make(map[string]string, len(list))
	for _, each := range list {
		switch v := each.Value.Value.(type) {
		case *common.AnyValue_StringValue:
			read[each.Key] = v.StringValue
		case *common.AnyValue_IntValue:
			read[each.Key] = strconv.FormatInt(v.IntValue, 10)
		}
	}
	return read
}
