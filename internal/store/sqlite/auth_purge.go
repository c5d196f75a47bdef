package sqlite

import "time"

// Of what has expired by ?1, up to ?2 rows.
var (
	purgeVerifications = &query{text: `DELETE FROM _quartet_verifications WHERE (kind, subject) IN
(SELECT kind, subject FROM _quartet_verifications WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)`}
	purgeRates = &query{text: `DELETE FROM _quartet_rates WHERE (bucket, window) IN
(SELECT bucket, window FROM _quartet_rates WHERE ends_at <= ?1 ORDER BY ends_at LIMIT ?2)`}
	purgeInvitations = &query{text: `DELETE FROM _quartet_invitations WHERE id IN
(SELECT id FROM _quartet_invitations WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)`}

	// A session that carries a grant with offline access goes to the end of the
	// line, so that the same rows are not looked at each time.
	postponeSessions = &query{text: `UPDATE _quartet_sessions AS s SET purge_at = ?1 + 86400000 WHERE id IN
(SELECT id FROM _quartet_sessions WHERE purge_at <= ?1 ORDER BY purge_at LIMIT ?2)
AND EXISTS (SELECT 1 FROM _quartet_oauth_grants g WHERE g.session = s.id AND g.offline = 1 AND g.ended_at IS NULL)`}
	purgeSessions = &query{text: `DELETE FROM _quartet_sessions AS s WHERE id IN
(SELECT id FROM _quartet_sessions WHERE purge_at <= ?1 ORDER BY purge_at LIMIT ?2)
AND NOT EXISTS (SELECT 1 FROM _quartet_oauth_grants g WHERE g.session = s.id AND g.offline = 1 AND g.ended_at IS NULL)`}
)

func (t authTx) Purge(now time.Time, limit int) error {
	for _, q := range []*query{purgeVerifications, purgeRates, purgeInvitations, postponeSessions, purgeSessions} {
		if err := t.c.run(q, now.UnixMilli(), limit); err != nil {
			return err
		}
	}
	return nil
}
