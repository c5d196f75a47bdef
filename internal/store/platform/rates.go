package platform

import "time"

var (
	selectRate = declare(`SELECT count FROM _quartet_rates WHERE bucket = ?1 AND "window" = ?2`)
	countRate  = declare(`INSERT INTO _quartet_rates (bucket, "window", count, ends_at) VALUES (?1, ?2, 1, ?3)
ON CONFLICT (bucket, "window") DO UPDATE SET count = _quartet_rates.count + 1`)
	addRate = declare(`INSERT INTO _quartet_rates (bucket, "window", count, ends_at) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (bucket, "window") DO UPDATE SET count = _quartet_rates.count + excluded.count RETURNING count`)
)

func (t authTx) Rate(bucket string, window time.Time) (count int, err error) {
	err = t.c.each(selectRate, func(r row) error {
		count = int(r.Integer(0))
		return nil
	}, bucket, window.UnixMilli())
	return count, err
}

func (t authTx) CountRate(bucket string, window, ends time.Time) error {
	return t.c.run(countRate, bucket, window.UnixMilli(), ends.UnixMilli())
}

func (t authTx) AddRate(bucket string, window, ends time.Time, n int) (count int, err error) {
	err = t.c.each(addRate, func(r row) error {
		count = int(r.Integer(0))
		return nil
	}, bucket, window.UnixMilli(), n, ends.UnixMilli())
	return count, err
}
