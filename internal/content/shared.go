package content

import (
	"encoding/binary"
	"math"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Generation is the Store's generation of what a View reads; never known for a
// sql View, which may read anything.
func (s *Service) Generation(v *plan.View) (number uint64, known bool) {
	if v.IsSQL() {
		return 0, false
	}
	return s.store.Generation(v.Source())
}

// SchemaGeneration is the Store's generation of the Schema's entries.
func (s *Service) SchemaGeneration(schema *plan.Schema) (number uint64, known bool) {
	return s.store.Generation(schema)
}

// AppendKey appends what of a call decides its answer, beside the View and the
// caller: calls that say the same in different words, or leave out what is the
// default, have equal keys.
func (c ViewCall) AppendKey(dst []byte) []byte {
	for _, p := range c.View.Params().All() {
		dst = appendValueKey(dst, c.Params[p.Name])
	}
	dst = binary.AppendUvarint(dst, uint64(clampShow(c.View.Cap(), c.Show))) //nolint:gosec // 1 to 500
	if c.Cursor != "" {
		return append(append(dst, 'c'), c.Cursor...)
	}
	return binary.AppendVarint(append(dst, 'p'), max(c.Page, 1))
}

// appendValueKey distinguishes values by type too: SQLite compares a text column
// with 2 and with 2.0 differently.
func appendValueKey(dst []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(dst, 'n')
	case int64:
		return binary.AppendVarint(append(dst, 'i'), v)
	case float64:
		return binary.BigEndian.AppendUint64(append(dst, 'f'), math.Float64bits(v))
	case string:
		return append(binary.AppendUvarint(append(dst, 's'), uint64(len(v))), v...)
	}
	text := jsonvalue.Append(nil, value)
	return append(binary.AppendUvarint(append(dst, 'j'), uint64(len(text))), text...)
}
