package templates

import (
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/markup"
)

// textFunctions work with texts.
func (s *state) textFunctions() template.FuncMap {
	return template.FuncMap{
		"truncate": s.truncate,
		"join":     s.join,
		"lower":    s.cased(strings.ToLower),
		"upper":    s.cased(strings.ToUpper),
		"trim":     s.cased(strings.TrimSpace),
		"contains": s.contains,
	}
}

// plain is a value as a text: nothing for what is not there, and for what is no
// text, number, truth or time.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	case template.HTML:
		return string(v)
	}
	return plainKind(reflect.ValueOf(v))
}

// plainKind is plain for types that are made of a plain one, such as page.Kind.
func plainKind(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(v.Uint(), 10)
	}
	return ""
}

// truncate shortens a text to so many characters, the ellipsis among them.
func (s *state) truncate(v any, length int) (string, error) {
	text := plain(v)
	if err := s.spend(len(text)); err != nil {
		return "", err
	}
	return markup.Truncate(text, length), nil
}

func (s *state) cased(change func(string) string) func(any) (string, error) {
	return func(v any) (string, error) {
		text := plain(v)
		if err := s.spend(len(text)); err != nil {
			return "", err
		}
		return change(text), nil
	}
}

// join writes the items of a list with a text between them.
func (s *state) join(list any, between string) (string, error) {
	items, err := itemsOf(list)
	if err != nil {
		return "", err
	}
	size := 0
	texts := make([]string, len(items))
	for i, each := range items {
		texts[i] = plain(each)
		size += len(texts[i]) + len(between)
	}
	if err := s.spend(size); err != nil {
		return "", err
	}
	return strings.Join(texts, between), nil
}

var errNoList = errors.New("it is no list")

func itemsOf(list any) ([]any, error) {
	switch list := list.(type) {
	case nil:
		return nil, nil
	case []any:
		return list, nil
	}
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice {
		return nil, errNoList
	}
	items := make([]any, v.Len())
	for i := range items {
		items[i] = v.Index(i).Interface()
	}
	return items, nil
}

// contains reports whether a text has another in it, or a list an item.
func (s *state) contains(in, what any) (bool, error) {
	if text, ok := in.(string); ok {
		if err := s.spend(len(text)); err != nil {
			return false, err
		}
		return strings.Contains(text, plain(what)), nil
	}
	items, err := itemsOf(in)
	if err != nil {
		return false, fmt.Errorf("contains looks into texts and lists: %w", err)
	}
	if err := s.spend(len(items)); err != nil {
		return false, err
	}
	for _, each := range items {
		if plain(each) == plain(what) {
			return true, nil
		}
	}
	return false, nil
}
