"""Reviews of finished hands, made in the background.

`job_store` and `waiting_list` hold the queue, its order and its progress; `queue` accepts requests
and runs the jobs of this node; `hand_keys` computes the keys of reviews; `review_view` builds
responses. The evaluation of decisions, in its own low-priority process, is in `shengji.review`.
"""
