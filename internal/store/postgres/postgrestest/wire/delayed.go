package wire

import (
	"net"
	"time"
)

// A parcel is bytes that are to be written, at once when due is zero.
type parcel struct {
	bytes   []byte
	due     time.Time
	arrives func() // called before; may be nil
}

// delayed writes parcels in order, each when it is due, while more are read.
type delayed struct {
	parcels chan parcel
	written chan struct{}
}

func newDelayed(to net.Conn) *delayed {
	d := &delayed{parcels: make(chan parcel, 1024), written: make(chan struct{})}
	go func() {
		defer close(d.written)
		failed := false
		for p := range d.parcels {
			if failed {
				continue // until nobody sends any more
			}
			time.Sleep(time.Until(p.due))
			if p.arrives != nil {
				p.arrives()
			}
			_, err := to.Write(p.bytes)
			failed = err != nil
		}
	}()
	return d
}

func (d *delayed) send(p parcel) { d.parcels <- p }

// end returns when everything was written or could not be.
func (d *delayed) end() {
	close(d.parcels)
	<-d.written
}
