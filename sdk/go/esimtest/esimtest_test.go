package esimtest

import (
	"testing"

	esim "reseller-esim.example/go"
)

func TestEveryEventIsBelieved(t *testing.T) {
	for kind := range examples {
		event, err := FakeEvent(kind, map[string]any{"mine": 1})
		if err != nil {
			t.Fatal(err)
		}
		body, header, err := FakeDelivery(event, "whsec_test")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := esim.VerifyWebhook(body, header, "whsec_test"); err != nil || got.Type != kind {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if _, err := FakeEvent("nothing", nil); err == nil {
		t.Error("an event that is none")
	}
}
