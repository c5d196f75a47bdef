package audit_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
)

// past makes versions as a walk back gives them: one leads to the next but
// where the values of a change are pruned.
func past(r *rand.Rand, count int) (versions []audit.Version) {
	at := &audit.State{Status: "draft", Data: map[string]json.RawMessage{"body": json.RawMessage(`"` + strings.Repeat("water leaf ", 300) + `"`)}}
	for key := range count {
		v := audit.Version{Key: int64(1000 - 3*key), State: at, Published: r.IntN(4) == 0}
		older := changed(r, at)
		if r.IntN(4) > 0 {
			d := audit.Between(at, older)
			v.Undo = &d
		}
		versions, at = append(versions, v), older
	}
	return versions
}

// changed is a state before another one; sometimes there was none.
func changed(r *rand.Rand, s *audit.State) *audit.State {
	if s == nil || r.IntN(12) == 0 {
		if s != nil {
			return nil
		}
		return &audit.State{Status: "archived", Data: map[string]json.RawMessage{"name": json.RawMessage(`"é"`)}}
	}
	older := &audit.State{Status: []string{"draft", "published"}[r.IntN(2)], Data: map[string]json.RawMessage{}}
	for name, value := range s.Data {
		if i := r.IntN(len(value)); r.IntN(3) > 0 {
			older.Data[name] = json.RawMessage(fmt.Sprintf("%s%d%s", value[:i], r.IntN(100), value[i:]))
		}
	}
	older.Data[fmt.Sprint("p", r.IntN(5))] = json.RawMessage(fmt.Sprint(r.IntN(1000)))
	return older
}

func TestAPackGivesEveryVersionBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for count := 1; count < 40; count += 3 {
		want := past(r, count)
		pack := audit.Pack(want)
		got, err := audit.Unpack(pack)
		if err != nil || count != len(got) {
			t.Fatalf("%d of %d versions, %v", len(got), count, err)
		}
		for i := range want {
			if diff := cmp.Diff(want[i].State, got[i].State); diff != "" || want[i].Published != got[i].Published || want[i].Key != got[i].Key {
				t.Fatal(i, diff)
			}
			was, known := want[i].Before()
			is, also := got[i].Before()
			if diff := cmp.Diff(was, is); diff != "" || known != also {
				t.Fatal(i, diff)
			}
		}
	}
}

// A damaged pack is an error or other versions, and never a fault.
func TestADamagedPackIsNoFault(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pack := audit.Pack(past(r, 20))
	text, err := audit.Decompress(pack)
	if err != nil {
		t.Fatal(err)
	}
	for range 300 {
		damaged := append([]byte{}, text[:1+r.IntN(len(text))]...)
		for range 1 + r.IntN(4) {
			damaged[r.IntN(len(damaged))] = byte(r.IntN(256))
		}
		_, _ = audit.Unpack(audit.Compress(damaged))
		short := append([]byte{}, pack...)
		short[r.IntN(len(short))] ^= byte(1 + r.IntN(255))
		_, _ = audit.Unpack(short)
	}
	if _, err := audit.Unpack(nil); err == nil {
		t.Error("nothing is taken for a pack")
	}
}
