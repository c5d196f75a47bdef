package platform

import (
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

const keyColumns = `id, name, start, scopes, created_by, created_at, expires_at, used_at`

var (
	selectKeyByHash = declare(`SELECT ` + keyColumns + ` FROM _quartet_api_keys WHERE hash = ?1`)
	selectKeys      = declare(`SELECT ` + keyColumns + ` FROM _quartet_api_keys WHERE id > ?1 ORDER BY id LIMIT ?2`)
	insertKey       = declare(`INSERT INTO _quartet_api_keys (` + keyColumns + `, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`)
	updateKeyUsed   = declare(`UPDATE _quartet_api_keys SET used_at = ?2 WHERE id = ?1`)
	deleteKey       = declare(`DELETE FROM _quartet_api_keys WHERE id = ?1`)
)

// keys reads the rows of a statement, whose scopes are JSON.
func (r authReader) keys(q *Query, arguments ...any) (keys []*auth.Key, err error) {
	err = r.c.each(q, func(r row) error {
		k := &auth.Key{
			ID: r.string(0), Name: r.string(1), Start: r.string(2), CreatedBy: r.string(4),
			CreatedAt: r.time(5), ExpiresAt: r.time(6), UsedAt: r.time(7),
		}
		keys = append(keys, k)
		return r.unpack(3, &k.Scopes)
	}, arguments...)
	return keys, err
}

func (r authReader) KeyByHash(hash []byte) (*auth.Key, error) {
	keys, err := r.keys(selectKeyByHash, hash)
	if len(keys) == 0 {
		return nil, err
	}
	return keys[0], err
}

func (r authReader) Keys(after string, limit int) ([]*auth.Key, error) {
	return r.keys(selectKeys, after, limit)
}

func (t authTx) InsertKey(k *auth.Key, hash []byte) error {
	return t.c.run(insertKey, k.ID, k.Name, k.Start, list(k.Scopes), k.CreatedBy,
		k.CreatedAt.UnixMilli(), milli(k.ExpiresAt), milli(k.UsedAt), hash)
}

func (t authTx) SetKeyUsed(id string, now time.Time) error {
	return t.c.run(updateKeyUsed, id, now.UnixMilli())
}

func (t authTx) DeleteKey(id string) (bool, error) { return t.c.hits(deleteKey, id) }
