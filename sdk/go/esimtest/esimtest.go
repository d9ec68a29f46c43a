// Package esimtest makes events as the service sends them: for tests of a receiver.
package esimtest

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	esim "reseller-esim.example/go"
)

// FakeEvent is an event with an id of its own, as JSON; data replaces what the example has.
func FakeEvent(kind string, data map[string]any) ([]byte, error) {
	text, known := examples[kind]
	if !known {
		return nil, fmt.Errorf("esimtest: there is no event %q", kind)
	}
	var event map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		return nil, err
	}
	var all map[string]any
	if err := json.Unmarshal(event["data"], &all); err != nil {
		return nil, err
	}
	for name, value := range data {
		all[name] = value
	}
	id := make([]byte, 13)
	_, _ = rand.Read(id)
	var err error
	if event["id"], err = json.Marshal("evt_" + strings.ToUpper(fmt.Sprintf("%x", id))); err != nil {
		return nil, err
	}
	if event["data"], err = json.Marshal(all); err != nil {
		return nil, err
	}
	return json.Marshal(event)
}

// FakeDelivery is a request to post to your own receiver.
func FakeDelivery(event []byte, secret string) (body []byte, header http.Header, err error) {
	header, err = esim.SignWebhook(event, secret, time.Now())
	return event, header, err
}
