// One whole order with the client that oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"holdfast.example/clients/openapi"
)

// taken ends the program unless the answer has the body of a success.
func taken[T any](answer *T, body []byte, err error) *T {
	if err != nil {
		log.Fatal(err)
	}
	if answer == nil {
		log.Fatalf("refused: %s", body)
	}
	return answer
}

func main() {
	baseURL, apiKey := os.Args[1], os.Args[2]
	ctx := context.Background()
	client, err := openapi.NewClientWithResponses(baseURL, openapi.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+apiKey)
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}

	created, err := client.CreateSessionWithResponse(ctx, nil,
		openapi.CheckoutSessionCreate{Title: "Hand-thrown dinner set", Amount: "249.90"})
	session := taken(created.JSON201, created.Body, err)
	confirmed, err := client.SandboxConfirmSessionWithResponse(ctx, session.Id, nil, openapi.SandboxConfirm{})
	escrow := taken(confirmed.JSON200, confirmed.Body, err)
	id, milestone := escrow.Id.String(), escrow.Milestones[0].Id
	paid, err := client.SandboxRecordPaymentWithResponse(ctx, id, nil, openapi.SandboxPayment{})
	taken(paid.JSON200, paid.Body, err)
	submitted, err := client.SubmitMilestoneWithResponse(ctx, id, milestone, nil,
		openapi.Submission{SubmissionDetails: "DHL 4410 8823 7712"})
	taken(submitted.JSON200, submitted.Body, err)
	approved, err := client.SandboxApproveMilestoneWithResponse(ctx, id, milestone, nil, openapi.SandboxEmpty{})
	taken(approved.JSON200, approved.Body, err)

	limit := 100
	listed, err := client.ListEventsWithResponse(ctx, &openapi.ListEventsParams{Limit: &limit})
	for _, event := range taken(listed.JSON200, listed.Body, err).Data {
		told, err := event.ValueByDiscriminator()
		if err != nil {
			log.Fatal(err)
		}
		completed, is := told.(openapi.EscrowCompletedEvent)
		if is && completed.Data.Object.Id == escrow.Id {
			fmt.Println(completed.Data.Object.Status, completed.Data.Object.Id)
		}
	}
}
