<?php

declare(strict_types=1);

namespace Holdfast\Resource;

use Holdfast\Exception\ConflictException;
use Holdfast\Transport;

final class Milestones
{
    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Escrows $escrows)
    {
    }

    /**
     * Tells the buyer what was delivered. Safe to repeat: a milestone that was already submitted with these very details is a
     * success, so an answer that was lost does no harm.
     *
     * @param array{carrier?: string, tracking_number?: string, tracking_url?: string} $shipping how it travels, where somebody carries it
     * @return \stdClass the escrow
     */
    public function submit(string $escrow, string $milestone, string $submissionDetails, array $shipping = []): \stdClass
    {
        $path = '/escrows/' . rawurlencode($escrow) . '/milestones/' . rawurlencode($milestone) . '/submit';
        try {
            return $this->transport->post($path, ['submission_details' => $submissionDetails] + ($shipping === [] ? [] : ['shipping' => $shipping]));
        } catch (ConflictException $refusal) {
            if (!self::mayBeDone($refusal)) {
                throw $refusal;
            }
            $now = $this->escrows->get($escrow);
            foreach ($now->milestones as $one) {
                $isWaiting = in_array($one->status, ['PENDING', 'REVISION_REQUESTED'], true);
                if ($one->id === $milestone && $one->submission_details === $submissionDetails && !$isWaiting) {
                    return $now;
                }
            }
            throw $refusal;
        }
    }

    /** Where an answer was lost, the escrow may already be over, or in dispute, because of what was submitted. */
    private static function mayBeDone(ConflictException $refusal): bool
    {
        return $refusal->errorCode === 'invalid_state'
            || ($refusal->errorCode === 'escrow_not_funded' && $refusal->attempts > 1);
    }
}
