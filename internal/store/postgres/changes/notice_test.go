package changes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var testKey = []byte("the same in every process")

func noticeOf(numbers []int64, topics ...string) *notice {
	n := &notice{}
	for _, name := range topics {
		n.add(0, []*Topic{{name: name}})
	}
	for _, number := range numbers {
		n.add(number, nil)
	}
	return n
}

func TestANoticeIsReadAsItWasWritten(t *testing.T) {
	n := noticeOf([]int64{1_000_007, 1_000_001, 1_000_002}, "notes", `odd "names" <too>`)
	got, ok := read(testKey, n.text(testKey))
	want := payload{Topics: []string{"notes", `odd "names" <too>`}, Numbers: []int64{1_000_001, 1_000_002, 1_000_007}}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Error(ok, diff)
	}
}

func TestANoticeHasRoomInAPayload(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("%s%d", strings.Repeat("n", 60), i))
	}
	var numbers []int64
	for i := range int64(100_000) {
		numbers = append(numbers, 1<<61+i*999_999)
	}
	for name, n := range map[string]*notice{
		"many topics": noticeOf(nil, names...), "many numbers": noticeOf(numbers, "notes"), "both": noticeOf(numbers, names...),
	} {
		text := n.text(testKey)
		got, ok := read(testKey, text)
		if len(text) > maxPayload || !ok || !got.All && len(got.Topics) != 1 {
			t.Errorf("%s: %d bytes, %t, all %t", name, len(text), ok, got.All)
		}
	}
}

func TestWhatOthersSendIsNoNotice(t *testing.T) {
	sealed := noticeOf([]int64{1}, "notes").text(testKey)
	for name, text := range map[string]string{
		"nothing":      "",
		"no seal":      `{"all":true}`,
		"another key":  noticeOf(nil, "notes").text([]byte("guessed")),
		"another body": sealed[:22] + `{"all":true}`,
		"a long text":  strings.Repeat("x", 7999),
		"no UTF-8":     "\xff\xfe" + sealed,
		"half a seal":  sealed[:10],
	} {
		if _, ok := read(testKey, text); ok {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestANoticeOfANewerProgramSaysEverything(t *testing.T) {
	body := []byte(`{"topics":["notes"],"since":"1.2"}`)
	if got, ok := read(testKey, seal(testKey, body)+string(body)); !ok || !got.All {
		t.Errorf("%t, %+v", ok, got)
	}
}
