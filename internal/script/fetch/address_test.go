package fetch

import (
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestOnlyThePublicInternetIsPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"1.1.1.1": true, "8.8.8.8": true, "172.15.255.255": true, "172.32.0.1": true, "100.63.255.255": true, "100.128.0.1": true,
		"2606:4700:4700::1111": true, "2a00:1450::1": true, "::ffff:1.1.1.1": true, "64:ff9b::1.1.1.1": true,

		"127.0.0.1": false, "127.255.255.254": false, "0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "172.16.0.1": false, "172.31.255.255": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "100.127.255.255": false, "224.0.0.1": false, "239.255.255.250": false,
		"240.0.0.1": false, "255.255.255.255": false, "192.0.0.192": false, "192.0.2.1": false, "198.18.0.1": false, "198.51.100.1": false, "203.0.113.1": false,
		"::": false, "::1": false, "fe80::1": false, "fe80::1%eth0": false, "fec0::1": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"2001:db8::1": false, "100::1": false, "2606:4700::1%eth0": true,
		"::127.0.0.1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:0:127.0.0.1": false,
		"64:ff9b::127.0.0.1": false, "64:ff9b::10.0.0.1": false, "64:ff9b:1::1.1.1.1": false,
		"2002:7f00:1::": false, "2002:a00:1::1": false, "2002:101:101::": false, "2001:0:4136:e378:8000:63bf:80ff:fffe": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}

func TestNoSpellingOfAnAddressLeadsToThisMachine(t *testing.T) {
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	c := client(t, Options{})
	count := 0
	for host := range strings.FieldsSeq(`127.0.0.1 127.0.0.1. localhost LOCALHOST 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0X7F.0.0.1 017700000001
		0177.0.0.1 0177.0x0.0.1 127.0.0.0x1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0 [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::]
		[::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::1]
		[2001:0:4136:e378:8000:63bf:80ff:fffe] [fe80::1] [fc00::1] [fd00:ec2::254] 169.254.169.254 0xa9fea9fe 2852039166 10.0.0.1 192.168.0.1 100.64.0.1 224.0.0.1 255.255.255.255`) {
		count++
		for _, url := range []string{"http://" + host + ":" + p.port + "/", "https://" + host + ":" + p.port + "/", `http:\\` + host + ":" + p.port + "/", " http://" + host + ":\t" + p.port + "/"} {
			_, err := get(t, c, url)
			wantCode(t, err, Forbidden)
		}
	}
	if count < 40 || p.requests.Load() > 0 {
		t.Errorf("%d hosts, %d requests", count, p.requests.Load())
	}
}

func TestWhatNoURLToFetchIs(t *testing.T) {
	c := client(t, Options{AllowHosts: []string{"127.0.0.1"}})
	for _, url := range []string{
		"", "/path", "partner.test", "//partner.test/", "file:///etc/passwd", "ftp://partner.test/", "data:text/plain,tea", "gopher://127.0.0.1/", "blob:x",
		"http://", "http:///", "http://user@127.0.0.1/", "http://user:pass@127.0.0.1/", "http://:pass@127.0.0.1/", "http://127.0.0.1:99999/", "http://[::1", "http://[fe80::1%25eth0]/",
		"http://1.2.3.4.5/", "http://256.0.0.1/", "http://a b/", "http://a%00b/", "http://127.0.0.1/%zz", "unix:///run/docker.sock",
	} {
		_, err := get(t, c, url)
		wantCode(t, err, Invalid)
	}
	_, err := get(t, c, "http://127.0.0.1/"+strings.Repeat("a", maxURL))
	wantCode(t, err, TooLarge)
}

func TestNamesCountByTheAddressThatIsConnected(t *testing.T) {
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	c := client(t, Options{Resolver: names(t, map[string][]string{
		"four.test": {"127.0.0.1"}, "six.test": {"::1"}, "both.test": {"::1", "127.0.0.1"}, "mapped.test": {"::ffff:127.0.0.1"}, "wrapped.test": {"64:ff9b::7f00:1"},
		"private.test": {"10.1.2.3"}, "metadata.test": {"169.254.169.254"},
	})})
	for _, name := range []string{"four.test", "six.test", "both.test", "mapped.test", "wrapped.test", "private.test", "metadata.test", "FOUR.test."} {
		_, err := get(t, c, "http://"+name+":"+p.port+"/")
		wantCode(t, err, Forbidden, "127.0.0.1", "::1", "10.1.2.3", "169.254")
	}
	if p.requests.Load() > 0 {
		t.Error("a request arrived")
	}
}

func TestANameThatBeginsToPointHereIsRefused(t *testing.T) {
	p := openPartner(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") })
	answers := map[string][]string{"rebinds.test": {"127.0.0.1"}}
	resolver := names(t, answers)
	allowing := client(t, Options{Resolver: resolver, AllowHosts: []string{"rebinds.test:" + p.port}})
	if _, err := get(t, allowing, "http://rebinds.test:"+p.port); err != nil {
		t.Fatal(err)
	}
	_, err := get(t, client(t, Options{Resolver: resolver}), "http://rebinds.test:"+p.port)
	wantCode(t, err, Forbidden)
}

func TestHostsThatTheOperatorNamesMayBePrivate(t *testing.T) {
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	resolver := names(t, map[string][]string{"partner.test": {"127.0.0.1"}, "xn--ml-yia.test": {"127.0.0.1"}, "other.test": {"127.0.0.1"}})
	for _, test := range []struct {
		allow, host string
		want        bool
	}{
		{"127.0.0.1", "127.0.0.1:", true},
		{"127.0.0.1:$", "127.0.0.1:", true},
		{"127.0.0.1:1", "127.0.0.1:", false},
		{"127.0.0.1", "2130706433:", true},
		{"127.1", "127.0.0.1:", true},
		{"127.0.0.1", "[::ffff:127.0.0.1]:", false},
		{"127.0.0.1", "localhost:", false},
		{"127.0.0.1", "partner.test:", false},
		{"localhost", "localhost:", true},
		{"LocalHost.", "localhost:", true},
		{"partner.test", "partner.test.:", true},
		{"partner.test", "partner.test:", true},
		{"partner.test:$", "PARTNER.test:", true},
		{"partner.test", "other.test:", false},
		{"test", "partner.test:", false},
		{"*.test", "partner.test:", false},
		{"mål.test", "mål.test:", true},
		{"mål.test", "xn--ml-yia.test:", true},
		{"http://partner.test", "partner.test:", false},
		{"", "partner.test:", false},
	} {
		c := client(t, Options{Resolver: resolver, AllowHosts: []string{strings.ReplaceAll(test.allow, "$", p.port)}})
		_, err := get(t, c, "http://"+test.host+p.port+"/")
		if test.want && err != nil {
			t.Errorf("%s does not allow %s: %v", test.allow, test.host, err)
		} else if !test.want {
			wantCode(t, err, Forbidden)
		}
	}
}

func TestEntriesOfAllowHosts(t *testing.T) {
	for entry, want := range map[string]string{
		"api.internal": "api.internal ", "api.internal:8080": "api.internal 8080", "API.internal.:080": "api.internal 80", "10.0.0.5": "10.0.0.5 ", "10.0.0.5:80": "10.0.0.5 80",
		"::1": "::1 ", "[::1]": "::1 ", "[::1]:8080": "::1 8080", "[FD00::0:1]": "fd00::1 ", "0x7f.1": "127.0.0.1 ", "Bücher.test": "xn--bcher-kva.test ",
		"": "", ":80": "", "a:": "", "a:0": "", "a:65536": "", "a:b": "", "a/b": "", "http://a": "", "u@a": "", "*.a": "", "a b": "", "[::1": "", "[fe80::1%25eth0]": "", "a?b": "",
	} {
		host, port, ok := ParseHost(entry)
		if got := host + " " + port; ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %t", entry, got, ok)
		}
	}
}

func TestPortsOfOtherProtocolsAreRefused(t *testing.T) {
	c := client(t, Options{})
	for _, port := range []string{"22", "25", "6667", "10080"} {
		_, err := get(t, c, "http://1.1.1.1:"+port)
		wantCode(t, err, Forbidden)
	}
}

func TestHostsThatCannotBeReached(t *testing.T) {
	p := openPartner(t, func(http.ResponseWriter, *http.Request) {})
	p.Close()
	secure := httpsPartner(t, func(http.ResponseWriter, *http.Request) {})
	plain := openPartner(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "tea") })
	c := client(t, Options{Resolver: names(t, nil), AllowHosts: []string{"127.0.0.1"}})
	for _, url := range []string{"http://nowhere.test/", p.URL, secure.URL, strings.Replace(plain.URL, "http:", "https:", 1)} {
		_, err := get(t, c, url)
		wantCode(t, err, Failed)
	}
}
