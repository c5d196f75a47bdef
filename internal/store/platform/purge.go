package platform

import "time"

// Of what has expired by ?1, up to ?2 rows that no other process is removing.
var (
	purgeVerifications = declare(`DELETE FROM _quartet_verifications WHERE (kind, subject) IN
(SELECT kind, subject FROM _quartet_verifications WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2{skip locked})`)
	purgeRates = declare(`DELETE FROM _quartet_rates WHERE (bucket, "window") IN
(SELECT bucket, "window" FROM _quartet_rates WHERE ends_at <= ?1 ORDER BY ends_at LIMIT ?2{skip locked})`)
	purgeInvitations = declare(`DELETE FROM _quartet_invitations WHERE id IN
(SELECT id FROM _quartet_invitations WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2{skip locked})`)

	// A session that carries a grant with offline access goes to the end of the
	// line, to the time ?3, so that the same rows are not looked at each time.
	postponeSessions = declare(`UPDATE _quartet_sessions AS s SET purge_at = ?3 WHERE id IN
(SELECT id FROM _quartet_sessions WHERE purge_at <= ?1 ORDER BY purge_at LIMIT ?2{skip locked})
AND EXISTS (SELECT 1 FROM _quartet_oauth_grants g WHERE g.session = s.id AND g.offline = 1 AND g.ended_at IS NULL)`)
	purgeSessions = declare(`DELETE FROM _quartet_sessions AS s WHERE id IN
(SELECT id FROM _quartet_sessions WHERE purge_at <= ?1 ORDER BY purge_at LIMIT ?2{skip locked})
AND NOT EXISTS (SELECT 1 FROM _quartet_oauth_grants g WHERE g.session = s.id AND g.offline = 1 AND g.ended_at IS NULL)`)
)

func (t authTx) Purge(now time.Time, limit int) error {
	for _, q := range []*Query{purgeVerifications, purgeRates, purgeInvitations} {
		if err := t.c.run(q, now.UnixMilli(), limit); err != nil {
			return err
		}
	}
	later := now.Add(24 * time.Hour)
	if err := t.c.run(postponeSessions, now.UnixMilli(), limit, later.UnixMilli()); err != nil {
		return err
	}
	return t.c.run(purgeSessions, now.UnixMilli(), limit)
}
