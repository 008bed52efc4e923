/* SPDX-License-Identifier: MIT */
/*
 * inbox.pml - the steps of inbox.h and lib/inbox.c, for spin
 *
 * Three producers on cores of their own, the owner, and an interrupt on the
 * owner's core push and take in every order there is.
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
#define NODES 4 /* one for each producer; the last one is the interrupt's */
#define IRQ_NODE 3
#define THREADS 4 /* the producers, and the owner's core */
#define OWNER 3
#define HISTORY 4 /* out, pushed, turned round, out again */

/* Values of links: in no box, the end, a node */
#define OUT 0
#define END 1
#define NODE(n) (2 + (n))

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

byte pushed = END;
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
		last = pushed;
		load(core, it, link);
		was = false;
		if
		:: link != OUT -> assert(it == IRQ_NODE); goto pushed_out
		:: else
		fi;
		was = (last == END);
#ifndef LINK_LATE
		store(core, it, last)
#endif
	};
	do
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
			was = (last == END);
#endif
			if
			:: was -> assert(!waiting); waiting = true
			:: else
			fi;
			break
		:: else ->
			last = pushed;
#ifndef LINK_ONCE
			store_again(core, it, last)
#endif
		fi
	}
	od;
#ifdef LINK_LATE
	/* exchange first, link afterwards */
	atomic { store(core, it, last) };
#endif
pushed_out:
	atomic { wake = wake || was; was = false; last = 0; link = 0 }
}

proctype producer(byte me; byte rounds)
{
	byte last, link;
	bool was;

	do
	:: rounds > 0 ->
		atomic {
			home[me];
			home[me] = false;
			knows[me].data[me] = knows[me].data[me] || sent_data[me];
			if
			:: sent_next[me] > knows[me].next[me] ->
				knows[me].next[me] = sent_next[me]
			:: else
			fi;
			sent_data[me] = false;
			sent_next[me] = 0;
			write_data(me, me);
			rounds--
		};
		push(me, me)
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

/* inbox_drain_entry(), again and again */
proctype owner()
{
	byte chain, turned, node, link;

end_asleep:
	do
	:: atomic { MAY && wake -> wake = false };
	   do
	   :: atomic { MAY -> chain = pushed };
		if
		:: chain == END -> chain = 0; break
		:: else
		fi;
		atomic {
			MAY;
#ifndef TAKE_TORN
			chain = pushed;
#endif
			pushed = END;
#ifndef TAKE_RELAXED
			join(knows[OWNER], released);
#endif
			clear_view(released);
			assert(waiting);
			waiting = false;
			/* turn it round */
			turned = END;
			do
			:: chain != END ->
				node = chain - 2;
				load(OWNER, node, link);
				assert(link != OUT);
				store(OWNER, node, turned);
				turned = NODE(node);
				chain = link
			:: else -> break
			od
		};
		do
		:: turned != END ->
			/* hand out */
#ifdef BODY_FIRST
			atomic { MAY -> node = turned - 2; see(node) };
#endif
			atomic {
				MAY;
				node = turned - 2;
				load(OWNER, node, link);
				assert(link != OUT);
#ifndef ZERO_LATE
				store(OWNER, node, OUT);
				let_go(node)
#endif
			};
			/* the body, at its end the object goes home */
			atomic {
				MAY && nempty(order) -> order?eval(node);
#ifndef BODY_FIRST
				see(node);
#endif
				sent_data[node] = knows[OWNER].data[node];
				sent_next[node] = knows[OWNER].next[node];
				home[node] = true
			};
#ifdef ZERO_LATE
			atomic { MAY -> store(OWNER, node, OUT); let_go(node) };
#endif
			turned = link
		:: else -> break
		od;
		atomic { turned = 0; node = 0; link = 0; chain = 0 }
	   od
	od
}

/* When nothing moves any more */
proctype judge()
{
	timeout;
	assert(ended == PRODUCERS + 1);
	assert(pushed == END && empty(order) && !waiting);
	assert(!unseen[0] && !unseen[1] && !unseen[2] && !unseen[3]);
	assert(home[0] && home[1] && home[2] && home[3]);
	/* all is well: the owner sleeps on */
end:
	false
}

init {
	atomic {
		EACH_THREAD(knows[i].data[i] = true);
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
