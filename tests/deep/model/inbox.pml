/* SPDX-License-Identifier: MIT */
/*
 * inbox.pml - the steps of lib/inbox.c and inbox.h, for spin
 *
 * Three producers on cores of their own, the owner, and an interrupt on the
 * owner's core push and take in every order there is. The owner pops, which is
 * what a drain does, and clears the box. With CHAIN the first producer pushes two
 * objects at once.
 *
 * A comment that begins with an equals sign quotes the operation of the code for
 * which the next step stands. run.sh compares them with the code, function by
 * function and in order.
 *
 * Memory is as weak as C11 makes it. A link keeps the values it had, and a thread
 * reads any of them that is not older than what it knows of that link. A release
 * puts what the thread knows beside the value it stores, an acquire adds that to
 * what the reader knows; a relaxed access does neither. So a store may be seen
 * late, and out of order with the others of the same thread. The exception is
 * the word pushed: all write it by read-modify-write, which reads the newest
 * value, and which hands on what earlier releases put beside it.
 *
 * Plain data may be read and written only by who knows the newest value of it:
 * all else is a data race, and an error here.
 *
 * What is shown: no race; every object comes out, once, in the order of the
 * pushes; its node is zero when the body has it; a push says that nothing was
 * waiting exactly once for each time that the owner takes something, so that an
 * owner who sleeps until then never oversleeps; and what an interrupt writes
 * before a push that gets -EEXIST is seen by the body.
 *
 * What nobody else can see is made in one step with what comes before it: the
 * links of nodes that are at home, or in the owner's hands. An atomic that begins
 * with "may" is such a step; the owner may not while the interrupt runs.
 *
 * Each name that run.sh defines plants one fault.
 */
#ifndef ROUNDS
#define ROUNDS 1 /* pushes of each producer */
#endif
#ifndef IRQS
#define IRQS 2 /* times that the interrupt comes */
#endif
#ifndef EXTRA
#define EXTRA 1 /* pushes that the first producer makes besides */
#endif
#ifndef PRODUCERS
#define PRODUCERS 3 /* or 2 */
#endif
#ifndef CLEARS
#define CLEARS 1 /* times that the owner clears the box */
#endif
#define NODES 4 /* one for each producer; the last one is the interrupt's */
#define IRQ_NODE 3
#define CHAIN_NODE 2 /* added after node 0 */
#define THREADS 4 /* the producers, and the owner's core */
#define OWNER 3
#define HISTORY 4 /* out, pushed, turned round, out again */

/* Values of words: in no box, a node. The bit END: the link of the last node of a chain */
#define OUT 0
#define END 8
#define NODE(n) (1 + (n))
#define NONE(word) (((word) & 7) == 0)
#define AT(word) (((word) & 7) - 1)
/* The link of what is pushed behind */
#ifdef ZERO_LINK
#define LINK(last) last
#else
#define LINK(last) (last | END)
#endif

/* data: is the newest version known; next: the eldest value that may be read */
typedef view {
	bool data[NODES];
	byte next[NODES]
};
typedef link_word {
	byte value[HISTORY];
	byte newest
};

view knows[THREADS];
link_word next[NODES];
bool unseen[NODES]; /* data that no body has seen yet */

byte pushed = OUT; /* of zeros, which is empty as END is */
byte taken = OUT; /* the owner's */
view released; /* beside its value */
bool waiting; /* somebody was told that nothing else was waiting */

/*
 * An object comes home to who pushes it, a release and an acquire: what the owner
 * knows of that object then. What it knows of others is of use to nobody else.
 */
bool home[NODES] = true;
bool sent_data[NODES];
byte sent_next[NODES];

bool in_irq, wake;
byte ended;
chan order = [NODES + 1] of { byte }; /* the pushes, as they happened */

byte i; /* zero again after each use */

#define EACH_THREAD(what)                  \
	i = 0;                             \
	do                                 \
	:: i < THREADS -> what; i++        \
	:: else -> break                   \
	od;                                \
	i = 0

inline join(to, from) {
	i = 0;
	do
	:: i < NODES ->
		to.data[i] = to.data[i] || from.data[i];
		if
		:: from.next[i] > to.next[i] -> to.next[i] = from.next[i]
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0
}

/* All who acquire know it: there is only one, the owner. */
inline clear_view(it_) {
	i = 0;
	do
	:: i < NODES -> it_.data[i] = false; it_.next[i] = 0; i++
	:: else -> break
	od;
	i = 0
}

inline store(who, which, what) {
	/* The same again is nothing new. */
	if
	:: next[which].value[next[which].newest] == what &&
	   knows[who].next[which] == next[which].newest
	:: else ->
		next[which].newest++;
		assert(next[which].newest < HISTORY);
		next[which].value[next[which].newest] = what;
		knows[who].next[which] = next[which].newest
	fi
}

/*
 * Instead of the value that was stored last, which nobody can have followed yet.
 * Who may read that one may read the one before it too, and that is OUT: an error.
 */
inline store_again(who, which, what) {
	assert(knows[who].next[which] == next[which].newest);
	next[which].value[next[which].newest] = what
}

/* Any value that is not too old */
inline load(who, which, into) {
	do
	:: knows[who].next[which] < next[which].newest ->
		knows[who].next[which]++
	:: break
	od;
	into = next[which].value[knows[who].next[which]]
}

/* Whoever reads this link next knows the newest value: the others are let go. */
inline let_go(which) {
	next[which].value[0] = next[which].value[next[which].newest];
	do
	:: next[which].newest > 0 ->
		next[which].value[next[which].newest] = 0;
		next[which].newest--
	:: else -> break
	od;
	EACH_THREAD(knows[i].next[which] = 0);
	sent_next[which] = 0;
	released.next[which] = 0
}

inline write_data(who, which) {
	assert(knows[who].data[which]);
	EACH_THREAD(knows[i].data[which] = false);
	sent_data[which] = false;
	released.data[which] = false;
	knows[who].data[which] = true;
	unseen[which] = true
}

/* inbox_push(), and waking the owner after it */
inline push(core, it) {
	atomic {
		/*= inbox_push: lish_atomic_load(&box->pushed) */
		last = pushed;
		/*= inbox_push: lish_atomic_load(&node->next) */
		load(core, it, link);
		was = false;
		if
		:: link != OUT -> assert(it == IRQ_NODE); goto pushed_out
		:: else
		fi;
		was = NONE(last);
#ifndef LINK_LATE
		/*= inbox_push: lish_atomic_store(&node->next, before | INBOX_END_) */
		store(core, it, LINK(last))
#endif
	};
	do
	/*= inbox_push: lish_atomic_cas_release(&box->pushed, &before, (uintptr_t)node) */
	:: atomic {
#ifdef LINK_LATE
		last = pushed;
#endif
		if
		:: pushed == last ->
			pushed = NODE(it);
#ifndef PUSH_RELAXED
			join(released, knows[core]);
#endif
			order!it;
#ifndef FIRST_STALE
			was = NONE(last);
#endif
			if
			:: was -> assert(!waiting); waiting = true
			:: else
			fi;
			break
		:: else ->
			last = pushed;
#ifndef LINK_ONCE
			store_again(core, it, LINK(last))
#endif
		fi
	}
	od;
#ifdef LINK_LATE
	/* exchange first, link afterwards */
	atomic { store(core, it, LINK(last)) };
#endif
pushed_out:
	atomic { wake = wake || was; was = false; last = 0; link = 0 }
}

/* A chain of the nodes 0 and CHAIN_NODE: inbox_chain_add_tail(), inbox_push_chain() */
inline push_chain(core) {
	atomic {
		/*= inbox_may_chain_: lish_atomic_load(&node->next) */
		load(core, 0, link);
		assert(link == OUT);
		load(core, CHAIN_NODE, link);
		assert(link == OUT);
		/*= inbox_chain_link_: lish_atomic_store(&node->next, INBOX_END_) */
		store(core, 0, END);
		store(core, CHAIN_NODE, END);
		/*= inbox_chain_link_: lish_atomic_store(&last->next, (uintptr_t)node) */
		store_again(core, 0, NODE(CHAIN_NODE));
		/*= inbox_push_run_as_: lish_atomic_load(&box->pushed) */
		last = pushed;
		/*= inbox_may_push_chain_: lish_atomic_load(&last->next) */
		load(core, CHAIN_NODE, link);
		assert(link == END);
		/*= inbox_push_run_as_: lish_atomic_store(&last->next, before | INBOX_END_) */
		was = NONE(last);
		store_again(core, CHAIN_NODE, LINK(last))
	};
	do
	/*= inbox_push_run_as_: lish_atomic_cas_release(&box->pushed, &before, (uintptr_t)first | (inbox_none_(before) ? INBOX_END_ : 0)) */
	:: atomic {
		if
		:: pushed == last ->
#ifdef ALONE_STALE
			pushed = NODE(0) | (was -> END : 0);
#else
			pushed = NODE(0) | (NONE(last) -> END : 0);
#endif
#ifndef CHAIN_RELAXED
			join(released, knows[core]);
#endif
			order!0;
			order!CHAIN_NODE;
			was = NONE(last);
			if
			:: was -> assert(!waiting); waiting = true
			:: else
			fi;
			break
		:: else ->
			last = pushed;
#ifndef CHAIN_ONCE
			store_again(core, CHAIN_NODE, LINK(last))
#endif
		fi
	}
	od;
	atomic { wake = wake || was; was = false; last = 0; link = 0 }
}

inline come_home(core, it) {
	home[it];
	home[it] = false;
	knows[core].data[it] = knows[core].data[it] || sent_data[it];
	if
	:: sent_next[it] > knows[core].next[it] ->
		knows[core].next[it] = sent_next[it]
	:: else
	fi;
	sent_data[it] = false;
	sent_next[it] = 0;
	write_data(core, it)
}

proctype producer(byte me; byte rounds)
{
	byte last, link;
	bool was;

	do
	:: rounds > 0 ->
#ifdef CHAIN
		if
		:: me == 0 ->
			atomic { home[0] && home[CHAIN_NODE] -> come_home(0, 0) };
			atomic { come_home(0, CHAIN_NODE) };
			atomic { rounds-- };
			push_chain(0)
		:: else ->
			atomic { come_home(me, me); rounds-- };
			push(me, me)
		fi
#else
		atomic { come_home(me, me); rounds-- };
		push(me, me)
#endif
	:: else -> break
	od;
	atomic { ended++; rounds = 0 }
}

/* Does not wait for its object: an overrun is normal. */
proctype interrupt(byte rounds)
{
	byte last, link;
	bool was;

	do
	:: rounds > 0 ->
		atomic {
			in_irq = true;
			rounds--;
			write_data(OWNER, IRQ_NODE)
		};
		push(OWNER, IRQ_NODE);
		in_irq = false
	:: else -> break
	od;
	ended++
}

#define MAY (!in_irq)

inline see(node) {
	assert(knows[OWNER].data[node]);
	unseen[node] = false
}

inline go_home(node) {
	sent_data[node] = knows[OWNER].data[node];
	sent_next[node] = knows[OWNER].next[node];
	home[node] = true
}

/* inbox_zero_() of a chain: its objects are seen by no body. */
inline zero(from) {
	do
	:: !NONE(from) ->
		node = AT(from);
		/*= inbox_zero_: lish_atomic_load(&node->next) */
		load(OWNER, node, link);
		assert(link != OUT);
		/*= inbox_zero_: lish_atomic_store(&node->next, 0) */
		store(OWNER, node, OUT);
		let_go(node);
		order??eval(node);
		assert(knows[OWNER].data[node]);
		unseen[node] = false;
		go_home(node);
		from = link
	:: else -> break
	od;
	node = 0;
	link = 0
}

/* inbox_pop_entry() and inbox_clear(), again and again; a drain is pops */
proctype owner()
{
	byte chain, node, start, link;
	byte clears = CLEARS;

end_asleep:
	do
	:: atomic { MAY && wake -> wake = false };
	   /*= inbox_pop_entry: lish_atomic_load(&box->taken) */
	   /*= inbox_drain_to_: lish_atomic_load(&box->taken) */
	   /*= inbox_drain_step_: lish_atomic_load(&box->taken) */
	   do
	   :: NONE(taken) ->
		/*= inbox_take_for_: lish_atomic_load(&box->pushed) */
		atomic { MAY -> chain = pushed };
		if
		:: NONE(chain) -> chain = 0; break
		:: else
		fi;
		/*= inbox_take_for_: lish_atomic_xchg_acquire(&box->pushed, INBOX_END_) */
		atomic {
			MAY;
#ifndef TAKE_TORN
			chain = pushed;
#endif
			pushed = END;
			taken = END;
#ifndef TAKE_RELAXED
			join(knows[OWNER], released);
#endif
			clear_view(released);
			assert(waiting);
			waiting = false;
			/* A chain that came alone is the queue already. */
			if
			:: chain & END -> taken = chain & 7; chain = END
			:: else
			fi;
			/* One node is turned round, too: the same link again */
			/*= inbox_take_for_: lish_atomic_load(&((struct inbox_node *)chains)->next) */
			do
			:: !NONE(chain) ->
				node = AT(chain);
				start = node;
				/*= inbox_reverse_: lish_atomic_load(&last->next) */
				load(OWNER, node, link);
				assert(link != OUT);
				do
				:: link & END -> break
				:: else ->
					node = AT(link);
					/*= inbox_last_of_: lish_atomic_load(&node->next) */
					/*= inbox_reverse_: lish_atomic_load(&last->next) */
					load(OWNER, node, link);
					assert(link != OUT)
				od;
				/*= inbox_reverse_: lish_atomic_store(&last->next, first) */
				store(OWNER, node, taken);
				taken = NODE(start);
				chain = link
			:: else -> break
			od;
			/*= inbox_drain_step_: lish_atomic_store(&box->taken, inbox_take_for_(box, call)) */
			chain = 0;
			node = 0;
			start = 0;
			link = 0
		}
	   :: !NONE(taken) ->
#ifdef BODY_FIRST
		atomic { MAY -> node = AT(taken); see(node) };
#endif
		atomic {
			MAY;
			node = AT(taken);
			/*= inbox_unlink_: lish_atomic_load(&node->next) */
			load(OWNER, node, link);
			assert(link != OUT);
			/*= inbox_unlink_: lish_atomic_store(&box->taken, next) */
			taken = link;
#ifndef ZERO_LATE
			/*= inbox_unlink_: lish_atomic_store(&node->next, 0) */
			store(OWNER, node, OUT);
			let_go(node)
#endif
		};
		/* the body, at its end the object goes home */
		/*= inbox_unlink_: lish_atomic_barrier() */
		atomic {
			MAY && nempty(order) -> order?eval(node);
#ifndef BODY_FIRST
			see(node);
#endif
			go_home(node)
		};
#ifdef ZERO_LATE
		atomic { MAY -> store(OWNER, node, OUT); let_go(node) };
#endif
		atomic { node = 0; link = 0 }
	   :: clears > 0 ->
		/*= inbox_clear: lish_atomic_load(&box->taken) */
		atomic { MAY -> clears--; zero(taken) };
		/*= inbox_clear: lish_atomic_store(&box->taken, INBOX_END_) */
		/*= inbox_clear: lish_atomic_xchg_acquire(&box->pushed, INBOX_END_) */
#ifdef CLEAR_TORN
		atomic { MAY -> chain = pushed };
#endif
		atomic {
			MAY;
#ifndef CLEAR_TORN
			chain = pushed;
#endif
			if
			:: !NONE(pushed) -> assert(waiting); waiting = false
			:: else
			fi;
			pushed = END;
#ifndef CLEAR_RELAXED
			join(knows[OWNER], released);
#endif
			clear_view(released)
		};
		atomic { MAY -> zero(chain); chain = 0 }
	   od
	od
}

/* When nothing moves any more */
proctype judge()
{
	timeout;
	assert(ended == PRODUCERS + 1);
	assert(NONE(pushed) && NONE(taken) && empty(order) && !waiting);
	assert(!unseen[0] && !unseen[1] && !unseen[2] && !unseen[3]);
	assert(home[0] && home[1] && home[2] && home[3]);
	/* all is well: the owner sleeps on */
end:
	false
}

init {
	atomic {
		EACH_THREAD(knows[i].data[i] = true);
#ifdef CHAIN
		knows[0].data[CHAIN_NODE] = true;
#endif
		run owner();
		run producer(0, ROUNDS + EXTRA);
		run producer(1, ROUNDS);
#if PRODUCERS > 2
		run producer(2, ROUNDS);
#endif
		run interrupt(IRQS);
		run judge()
	}
}
