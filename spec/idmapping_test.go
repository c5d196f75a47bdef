package spec

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// idMapping compares what two copies of a site say. An id of the one stands for the
// same id of the other all through an answer; times need only be times. Two
// things differ by their nature: the id of a request, and what a handler is told
// of the credential.
type idMapping struct {
	ids map[string]string
}

func (w *idMapping) compare(at string, a, b any) error {
	switch a := a.(type) {
	case map[string]any:
		return w.compareObjects(at, a, b)
	case []any:
		return w.compareArrays(at, a, b)
	}
	if a == b || strings.HasSuffix(at, "/requestId") || bothAre("timestamp", a, b) || bothAre("time", a, b) || bothAre("id", a, b) && w.paired(a.(string), b.(string)) {
		return nil
	}
	return fmt.Errorf("%s is %s and %s", at, transcript.Encode(a), transcript.Encode(b))
}

func bothAre(what string, a, b any) bool { return transcript.Is(what, a) && transcript.Is(what, b) }

func (w *idMapping) paired(a, b string) bool {
	if w.ids[a] == "" {
		w.ids[a] = b
	}
	return w.ids[a] == b
}

func (w *idMapping) compareObjects(at string, a map[string]any, other any) error {
	b, ok := other.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is an object and %s", at, transcript.Encode(other))
	}
	names := maps.Clone(a)
	maps.Copy(names, b)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		_, inA := a[name]
		_, inB := b[name]
		if inA != inB {
			return fmt.Errorf("%s/%s is on one side only", at, name)
		}
		if name == "auth" {
			continue
		}
		if err := w.compare(at+"/"+name, a[name], b[name]); err != nil {
			return err
		}
	}
	return nil
}

func (w *idMapping) compareArrays(at string, a []any, other any) error {
	b, ok := other.([]any)
	if !ok || len(a) != len(b) {
		return fmt.Errorf("%s is %s and %s", at, transcript.Encode(a), transcript.Encode(other))
	}
	for i := range a {
		if err := w.compare(fmt.Sprintf("%s/%d", at, i), a[i], b[i]); err != nil {
			return err
		}
	}
	return nil
}
