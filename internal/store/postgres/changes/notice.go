package changes

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

const (
	// maxPayload is less than the 8000 bytes that PostgreSQL takes.
	maxPayload = 7900

	// maxTold is how many numbers a notice holds. The others count as missing.
	maxTold = 500

	macBytes = 16
)

// notice is what one process tells the others.
type notice struct {
	topics  map[*Topic]struct{}
	numbers []int64
}

func (n *notice) empty() bool { return len(n.topics) == 0 && len(n.numbers) == 0 }

// add gathers a write. The size stays bounded while nobody can be told.
func (n *notice) add(number int64, topics []*Topic) {
	if n.topics == nil {
		n.topics = map[*Topic]struct{}{}
	}
	for _, t := range topics {
		n.topics[t] = struct{}{}
	}
	if number != 0 && len(n.numbers) < maxTold {
		n.numbers = append(n.numbers, number)
	}
}

// merge adds another notice.
func (n *notice) merge(other notice) {
	n.add(0, slices.Collect(maps.Keys(other.topics)))
	for _, number := range other.numbers {
		n.add(number, nil)
	}
}

// take empties the notice and gives what it held.
func (n *notice) take() (taken notice) {
	taken, *n = *n, notice{}
	return taken
}

// payload is a notice as it is sent.
type payload struct {
	All     bool     `json:"all,omitempty"`
	Topics  []string `json:"topics,omitempty"`
	Numbers []int64  `json:"numbers,omitempty"` // ascending: the first, and each as its distance from the one before
}

// text is the sealed notice, ready to be sent. One that would be too long says everything.
func (n *notice) text(key []byte) string {
	var p payload
	for t := range n.topics {
		p.Topics = append(p.Topics, t.name)
	}
	slices.Sort(p.Topics)
	slices.Sort(n.numbers)
	var before int64
	for _, number := range n.numbers {
		p.Numbers = append(p.Numbers, number-before)
		before = number
	}
	text := p.sealed(key)
	if len(text) > maxPayload {
		text = payload{All: true}.sealed(key)
	}
	return text
}

func (p payload) sealed(key []byte) string {
	body, _ := json.Marshal(p) //nolint:errchkjson // texts and numbers
	return seal(key, body) + string(body)
}

// read opens the notice of another process. What is not sealed with the key is none.
func read(key []byte, text string) (p payload, ok bool) {
	size := base64.RawURLEncoding.EncodedLen(macBytes)
	if len(text) < size || len(text) > maxPayload {
		return payload{}, false
	}
	mac, body := text[:size], []byte(text[size:])
	if !hmac.Equal([]byte(mac), []byte(seal(key, body))) {
		return payload{}, false
	}
	decoder := json.NewDecoder(strings.NewReader(text[size:]))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&p) != nil { // a newer program says more
		return payload{All: true}, true
	}
	for i := 1; i < len(p.Numbers); i++ {
		p.Numbers[i] += p.Numbers[i-1]
	}
	return p, true
}

func seal(key, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:macBytes])
}
