package platform

import (
	"github.com/quartet-dev/quartet/internal/audit/history"
)

var (
	packAbove = declare(`SELECT key, last, first, lines, published, pack FROM _quartet_versions
WHERE subject = ?1 AND last >= ?3 AND {aside}collection = ?2 ORDER BY last LIMIT 1`)
	packBelow = declare(`SELECT key, last, first, lines, published, pack FROM _quartet_versions
WHERE subject = ?1 AND last < ?3 AND {aside}collection = ?2 ORDER BY last DESC LIMIT 1`)
	packsOf = declare(`SELECT key, last, first, lines, published, NULL FROM _quartet_versions
WHERE subject = ?1 AND {aside}collection = ?2 ORDER BY last DESC`)
	packOfKey  = declare(`SELECT key, last, first, lines, published, pack FROM _quartet_versions WHERE key = ?1`)
	insertPack = declare(`INSERT INTO _quartet_versions (collection, subject, last, first, lines, published, pack) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`)
	deletePack = declare(`DELETE FROM _quartet_versions WHERE key = ?1 AND last = ?2 AND first = ?3 AND lines = ?4 AND published = ?5`)

	deletePacks = declare(`DELETE FROM _quartet_versions WHERE subject = ?1 AND collection = ?2 AND first <= ?3`)
)

// packs are those that a statement selects.
func (j historyTx) packs(q *Query, arguments ...any) (found []*history.Pack, err error) {
	err = j.c.each(q, func(r row) error {
		found = append(found, &history.Pack{
			Key: r.Integer(0), Last: r.Integer(1), First: r.Integer(2), Records: int(r.Integer(3)), Published: int(r.Integer(4)),
			Text: append([]byte{}, r.Blob(5)...),
		})
		return nil
	}, arguments...)
	return found, err
}

// pack is the one that a statement selects; nil when it selects none.
func (j historyTx) pack(q *Query, arguments ...any) (*history.Pack, error) {
	found, err := j.packs(q, arguments...)
	if len(found) == 0 || err != nil {
		return nil, err
	}
	return found[0], nil
}

// PackFrom implements history.Reader.
func (j historyTx) PackFrom(e history.Entry, key int64) (*history.Pack, error) {
	return j.pack(packAbove, e.ID, e.Collection, key)
}

// PackBefore implements history.Reader.
func (j historyTx) PackBefore(e history.Entry, key int64) (*history.Pack, error) {
	return j.pack(packBelow, e.ID, e.Collection, key)
}

// Packs implements history.Reader.
func (j historyTx) Packs(e history.Entry) ([]*history.Pack, error) {
	return j.packs(packsOf, e.ID, e.Collection)
}

// Pack implements history.Reader.
func (j historyTx) Pack(key int64) (*history.Pack, error) { return j.pack(packOfKey, key) }

// AddPack implements history.Writer.
func (j historyTx) AddPack(e history.Entry, p *history.Pack) error {
	return j.c.run(insertPack, e.Collection, e.ID, p.Last, p.First, p.Records, p.Published, p.Text)
}

// DeletePack implements history.Writer.
func (j historyTx) DeletePack(p *history.Pack) (bool, error) {
	return j.c.hits(deletePack, p.Key, p.Last, p.First, p.Records, p.Published)
}

// DeletePacks implements history.Writer.
func (j historyTx) DeletePacks(e history.Entry, last int64) error {
	return j.c.run(deletePacks, e.ID, e.Collection, last)
}
