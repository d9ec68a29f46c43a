package esim

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type asked struct {
	method, target string
	header         http.Header
	body           string
}

type reply struct {
	status int
	body   string
	header map[string]string
}

func ok(data string) reply { return reply{200, `{"success":true,"data":` + data + `}`, nil} }

func refused(status int, code, details string, header ...string) reply {
	all := map[string]string{}
	for i := 0; i+1 < len(header); i += 2 {
		all[header[i]] = header[i+1]
	}
	return reply{status, `{"success":false,"error":{"code":"` + code + `","message":"No.","details":` + details + `}}`, all}
}

// serve answers in turn, the last answer for all requests after it. A status of 0 sends the body as it is, and closes the connection.
func serve(t *testing.T, replies ...reply) (*Client, *[]asked) {
	t.Helper()
	var all []asked
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		all = append(all, asked{r.Method, r.URL.RequestURI(), r.Header.Clone(), string(body)})
		one := replies[min(len(all), len(replies))-1]
		if one.status == 0 {
			connection, _, _ := w.(http.Hijacker).Hijack()
			_, _ = io.WriteString(connection, one.body)
			connection.Close()
			return
		}
		for name, value := range one.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(one.status)
		_, _ = io.WriteString(w, one.body)
	}))
	t.Cleanup(server.Close)
	return New("svc_test_x", server.URL+"/api/v1/"), &all
}

const order = `{"id":7,"reference":"B2B-7","status":"delivered","unit_price":7.9120,"later_field":{"any":1}}`

func TestAPurchaseIsRepeatedWithItsKey(t *testing.T) {
	brokenOff := reply{body: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"success\":true,\"da"}
	client, all := serve(t, reply{}, brokenOff, refused(503, "service_unavailable", "{}", "Retry-After", "0"), ok(order))
	got, err := client.CreateOrder(context.Background(), CreateOrderInput{PackageID: "p", Quantity: 2, MaxUnitPrice: "7.9120"})
	if err != nil || got.Reference != "B2B-7" || got.UnitPrice != "7.9120" {
		t.Fatalf("%+v %v", got, err)
	}
	if len(*all) != 4 {
		t.Fatalf("asked %d times", len(*all))
	}
	for _, one := range *all {
		if key := one.header.Get("Idempotency-Key"); key == "" || key != (*all)[0].header.Get("Idempotency-Key") {
			t.Errorf("key %q", key)
		}
		if one.body != `{"max_unit_price":7.9120,"package_id":"p","quantity":2}` || one.target != "/api/v1/orders" {
			t.Errorf("sent %s to %s", one.body, one.target)
		}
	}
}

func TestEachAttemptIsSignedAnew(t *testing.T) {
	client, all := serve(t, ok(order), reply{}, ok(order), reply{}, ok(order))
	WithSigningSecret("svc_sign_x")(client)
	for range 2 {
		// On a connection that is kept from the request before, where Go's own transport would repeat.
		if _, err := client.CreateOrder(context.Background(), CreateOrderInput{PackageID: "p"}); err != nil {
			t.Fatal(err)
		}
	}
	ids := map[string]bool{}
	for _, one := range *all {
		ids[one.header.Get("X-SVC-Request-Id")] = true
	}
	if len(*all) != 3 || len(ids) != 3 {
		t.Errorf("%d requests, %d of them signed anew", len(*all), len(ids))
	}
}

func TestWhatIsDoneTwiceIsNotRepeated(t *testing.T) {
	client, all := serve(t, reply{})
	_, err := client.CancelOrder(context.Background(), CancelOrderInput{Reference: "B2B-7"})
	var lost *ConnectionError
	if !errors.As(err, &lost) || len(*all) != 1 {
		t.Errorf("%v after %d", err, len(*all))
	}
	client, all = serve(t, refused(429, "rate_limit_exceeded", "{}", "Retry-After", "0"), ok(`{}`))
	if _, err := client.CancelOrder(context.Background(), CancelOrderInput{Reference: "B2B-7"}); err != nil || len(*all) != 2 {
		t.Errorf("%v after %d", err, len(*all))
	}
}

func TestARefusalHasItsCode(t *testing.T) {
	client, _ := serve(t, refused(409, "price_changed", `{"current_unit_price":8.5}`, "X-Request-Id", "req_1"))
	_, err := client.CreateOrder(context.Background(), CreateOrderInput{PackageID: "p"})
	var refusal *APIError
	if !errors.As(err, &refusal) || !IsCode(err, CodePriceChanged) || refusal.Details["current_unit_price"] != 8.5 || refusal.RequestID != "req_1" {
		t.Errorf("%#v", err)
	}
	if IsCode(err, CodeInsufficientBalance) || IsCode(nil, CodePriceChanged) {
		t.Error("another code")
	}
}

func TestSomethingElseThanTheAPI(t *testing.T) {
	client, all := serve(t, reply{302, "elsewhere", map[string]string{"Location": "https://evil.example/"}})
	_, err := client.GetOrder(context.Background(), GetOrderInput{Reference: "B2B-7"})
	var lost *ConnectionError
	if !errors.As(err, &lost) || len(*all) != 1 {
		t.Errorf("%v after %d", err, len(*all))
	}
}

func TestAddresses(t *testing.T) {
	client, all := serve(t, ok(`{"items":[]}`))
	if _, err := client.GetEsim(context.Background(), GetEsimInput{ICCID: "a b/ü"}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.ListPackages(context.Background(), ListPackagesInput{Country: "TR", Limit: 3}); err != nil {
		t.Fatal(err)
	}
	if one, two := (*all)[0].target, (*all)[1].target; one != "/api/v1/esims/a%20b%2F%C3%BC" || two != "/api/v1/packages?country=TR&limit=3" {
		t.Errorf("%s %s", one, two)
	}
	if _, err := client.GetEsim(context.Background(), GetEsimInput{}); err == nil || !strings.Contains(err.Error(), "iccid is missing") {
		t.Errorf("%v", err)
	}
}

func TestClearingIsSaid(t *testing.T) {
	client, all := serve(t, ok(`{}`))
	_, err := client.ChangeBrand(context.Background(), ChangeBrandInput{BrandName: "N", TermsURL: Value("")})
	if err != nil || (*all)[0].body != `{"brand_name":"N","terms_url":""}` {
		t.Errorf("%v %s", err, (*all)[0].body)
	}
}

func TestEveryPage(t *testing.T) {
	client, all := serve(t,
		ok(`{"items":[{"id":3},{"id":2}],"pagination":{"next_cursor":2}}`),
		ok(`{"items":[{"id":1}],"pagination":{"next_cursor":null}}`))
	var ids []int64
	for one, err := range client.EveryOrders(context.Background(), ListOrdersInput{Limit: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, one.ID)
	}
	if len(ids) != 3 || !strings.Contains((*all)[1].target, "before_id=2") {
		t.Errorf("%v %v", ids, *all)
	}
	client, _ = serve(t, refused(403, "access_denied", "{}"))
	for _, err := range client.EveryEsims(context.Background(), ListEsimsInput{}) {
		if !IsCode(err, CodeAccessDenied) {
			t.Errorf("%v", err)
		}
	}
}

func TestASignedRequest(t *testing.T) {
	// The worked example of the documentation's first vector: the same inputs, the same signature.
	request, _ := http.NewRequest("POST", "http://x/api/v1/orders?a=1", nil)
	sign(request, "svc_sign_secret", []byte(`{"a":1}`), time.Unix(1_700_000_000, 0), "id-12345678")
	again := signature("svc_sign_secret", []byte("POST\n/api/v1/orders?a=1\n1700000000\nid-12345678\n015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"))
	if got := request.Header.Get("X-SVC-Signature"); got != again {
		t.Errorf("%s, not %s", got, again)
	}
	client, all := serve(t, refused(503, "service_unavailable", "{}", "Retry-After", "0"), ok(`{}`))
	client.signingSecret = "svc_sign_secret"
	if _, err := client.GetAccount(context.Background()); err != nil {
		t.Fatal(err)
	}
	if (*all)[0].header.Get("X-SVC-Request-Id") == (*all)[1].header.Get("X-SVC-Request-Id") {
		t.Error("a request id was used twice")
	}
}

func TestWebhooks(t *testing.T) {
	body := []byte(`{"id":"evt_1","type":"order.delivered","sequence":5,"data":{"order":{"reference":"B2B-7"}}}`)
	now := time.Now()
	header, err := SignWebhook(body, "whsec_new", now)
	if err != nil {
		t.Fatal(err)
	}
	event, err := VerifyWebhook(body, header, "whsec_old", "whsec_new")
	if err != nil || event.Type != "order.delivered" || event.Sequence != 5 {
		t.Fatalf("%+v %v", event, err)
	}
	var data struct{ Order Order }
	if json.Unmarshal(event.Data, &data) != nil || data.Order.Reference != "B2B-7" {
		t.Errorf("%+v", data)
	}
	for _, one := range []struct {
		err    error
		at     time.Time
		body   []byte
		secret string
	}{
		{ErrBadSignature, now, append([]byte(" "), body...), "whsec_new"},
		{ErrBadSignature, now, body, "whsec_other"},
		{ErrTooOld, now.Add(6 * time.Minute), body, "whsec_new"},
		{ErrTooOld, now.Add(-6 * time.Minute), body, "whsec_new"},
	} {
		if _, err := VerifyWebhookAt(one.at, Tolerance, one.body, header, one.secret); err != one.err {
			t.Errorf("%v, not %v", err, one.err)
		}
	}
	if _, err := VerifyWebhook(body, http.Header{}, "whsec_new"); err != ErrNoTimestamp {
		t.Errorf("%v", err)
	}
}

func TestFalseAndATimeAreSomethingElseThanNothing(t *testing.T) {
	client, all := serve(t, ok(`{"items":[]}`))
	since := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	for _, in := range []ListPackagesInput{{}, {Unlimited: Value(false), UpdatedSince: &since}} {
		if _, err := client.ListPackages(context.Background(), in); err != nil {
			t.Fatal(err)
		}
	}
	if one, two := (*all)[0].target, (*all)[1].target; one != "/api/v1/packages" || two != "/api/v1/packages?unlimited=false&updated_since=2026-11-20T13%3A00%3A00Z" {
		t.Errorf("%s, %s", one, two)
	}
}
